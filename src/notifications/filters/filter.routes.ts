import { eventView } from '../../events/event.routes.ts';
import { bare, etag, type Route, route, versioned } from '../../platform/rest/route.ts';
import { flag, integer, json, list, nested, nullable, text, view } from '../../platform/rest/view.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { TryFilterInput } from './filter.inputs.ts';
import { type FilterTrial, tryFilter } from './try-filter.ts';

const filterView = view<NotificationSubscription>('SubscriptionFilter', { filter: nullable(json) });

const trialView = view<FilterTrial>('FilterTrial', {
  examined: integer,
  matched: integer,
  skipped: integer,
  matches: list(nested(eventView)),
  hasMore: flag,
  endCursor: nullable(text),
});

const tag = 'Notification subscriptions';

export function filterRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/notifications/subscriptions/{subscriptionId}/filter',
      operationId: 'getSubscriptionFilter',
      summary: 'Read which events a subscription wants beyond their type and deck',
      description: 'It is set with the subscription itself.',
      responses: { 200: versioned(bare(filterView, 'The filter; null wants all.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const subscription = await readSubscription(scope, path('subscriptionId'));
        return { body: filterView.write(subscription), headers: etag(subscription) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/notifications/filter/try',
      operationId: 'tryFilter',
      summary: 'Say which past events a subscription with this filter would have been told of',
      description:
        'Writes nothing, so that an Idempotency-Key has no effect. Examines at most 10,000 events, oldest first, for at most 8 seconds, and counts all that match; the first of them are given. Events that need more than 100,000 comparisons are skipped, as they are for a subscription. endCursor goes on behind the last event that was examined, the cursor of a match behind that match.',
      body: TryFilterInput,
      isRead: true,
      responses: { 200: bare(trialView, 'What the filter would have let through.') },
      errors: ['CURSOR_EXPIRED'],
      handle: async ({ scope, body }) => ({ body: trialView.write(await tryFilter(scope, body)) }),
    }),
  ];
}
