import { etag, type Route, route, versioned, wrapped, wrappedSchema } from '../../kit/http/index.ts';
import { json, nullable } from '../../kit/data/index.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { TryFilterInput } from './filter.inputs.ts';
import { trialView, tryFilter } from './try-filter.ts';

const tag = 'Notification subscriptions';

/** Reading the filter of a subscription, and trying a filter. */
export function filterRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/notifications/subscriptions/{subscriptionId}/filter',
      operationId: 'getSubscriptionFilter',
      summary: 'Read the filter of a subscription',
      description: 'Conditions on events beyond type and deck. Create or update the subscription to set it.',
      responses: { 200: versioned(wrappedSchema('filter', nullable(json), 'The filter; null passes all events.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const { filter, ...subscription } = await readSubscription(scope, path('subscriptionId'));
        return { body: { filter }, headers: etag(subscription) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/notifications/filter/try',
      operationId: 'tryFilter',
      summary: 'Find the past events that a subscription with this filter would have received',
      description:
        'Writes nothing, so an Idempotency-Key has no effect. Examines at most 10,000 events, oldest first, for at most 8 seconds, counts all matches and returns the first ones. Skips events that need more than 100,000 comparisons, as a subscription does. Pass endCursor as `after` to continue behind the last examined event, or the cursor of a match to continue behind that match.',
      body: TryFilterInput,
      isRead: true,
      responses: { 200: wrapped('trial', trialView, 'The matching events.') },
      errors: ['CURSOR_EXPIRED'],
      handle: async ({ scope, body }) => ({
        body: { trial: trialView.write(await tryFilter(scope, body)) },
      }),
    }),
  ];
}
