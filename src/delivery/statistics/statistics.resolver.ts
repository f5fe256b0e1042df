import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { StatisticsPeriod } from './periods.ts';
import { DeliveryStatistics, readStatistics } from './statistics.reader.ts';

@Resolver()
export class StatisticsResolver {
  @Query(() => DeliveryStatistics, {
    description:
      'Events, deliveries, latency and backlog by time, of all subscriptions or of one. Counted about a second after the fact.',
  })
  async deliveryStatistics(
    @Ctx() { scope }: GraphQLContext,
    @Arg('period', () => StatisticsPeriod, {
      defaultValue: StatisticsPeriod.HOUR,
      description: 'How far back they reach.',
    })
    period: StatisticsPeriod,
    @Arg('subscriptionId', () => ID, {
      nullable: true,
      description: 'Only deliveries to this notification subscription; a key that is limited to decks must name one.',
    })
    subscriptionId?: string | null,
  ): Promise<DeliveryStatistics> {
    return readStatistics(scope, period, subscriptionId);
  }
}
