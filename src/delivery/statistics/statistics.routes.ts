import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { StatisticsPeriod } from './periods.ts';
import { readStatistics, statisticsView } from './statistics.reader.ts';

export function statisticsRoutes(): Route[] {
  return [
    route({
      tag: 'Deliveries',
      extension: true,
      method: 'GET',
      path: '/api/notifications/statistics',
      operationId: 'getDeliveryStatistics',
      summary: 'Read events, deliveries, latency and backlog by time',
      description:
        'Of all subscriptions or of one, counted about a second after the fact. `hour` has buckets of a minute, `day` of a quarter of an hour, and `month`, which is 30 days, of an hour.',
      query: {
        period: {
          schema: { type: 'string', enum: Object.values(StatisticsPeriod), default: StatisticsPeriod.HOUR },
          description: 'How far back they reach.',
        },
        subscriptionId: {
          schema: { type: 'string', format: 'uuid' },
          description: 'Only deliveries to this subscription; a key that is limited to decks must name one.',
        },
      },
      responses: { 200: wrapped('statistics', statisticsView, 'The statistics.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, query: { period = StatisticsPeriod.HOUR, subscriptionId } }) => ({
        body: { statistics: statisticsView.write(await readStatistics(scope, period, subscriptionId)) },
      }),
    }),
  ];
}
