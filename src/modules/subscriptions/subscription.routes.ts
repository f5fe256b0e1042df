import { deckIdQuery, listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { bare, etag, noContent, type Route, route, wrappedList } from '../../http/route.ts';
import { flag, id, json, nullable, oneOf, text, time, view } from '../../http/view.ts';
import { Channel, type NotificationSubscription } from './subscription.entity.ts';
import { CreateSubscriptionInput, UpdateSubscriptionInput } from './subscription.inputs.ts';
import { listSubscriptions, readSubscription } from './subscription.reader.ts';
import type { SubscriptionService } from './subscription.service.ts';

const subscriptionView = view<NotificationSubscription>('Subscription', {
  id,
  name: text,
  eventType: text,
  channel: oneOf(Channel),
  channelConfig: json,
  deckId: nullable(id),
  isActive: flag,
  createdAt: time,
  updatedAt: time,
});

const tag = 'Notification subscriptions';
const base = '/api/notifications/subscriptions';
const one = `${base}/{subscriptionId}`;

export function subscriptionRoutes(subscriptions: SubscriptionService): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'POST',
      path: base,
      summary: 'Create a subscription',
      body: CreateSubscriptionInput,
      answers: { 201: bare(subscriptionView, 'The new subscription.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, body }) => {
        const subscription = await subscriptions.create(scope, body);
        const headers = { Location: `${base}/${subscription.id}`, ...etag(subscription) };
        return { status: 201, body: subscriptionView.write(subscription), headers };
      },
    }),
    route({
      tag,
      extension: false,
      method: 'PUT',
      path: one,
      summary: 'Update a subscription',
      body: UpdateSubscriptionInput,
      answers: { 200: bare(subscriptionView, 'The subscription as it is now.') },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const subscription = await subscriptions.update(scope, path('subscriptionId'), body, ifVersion);
        return { body: subscriptionView.write(subscription), headers: etag(subscription) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: base,
      summary: 'List subscriptions, oldest first',
      query: {
        ...pageQuery,
        deckId: deckIdQuery,
        eventType: { schema: { type: 'string' }, description: 'Only those with exactly this event type or pattern.' },
        isActive: { schema: { type: 'boolean' }, description: 'Only active or only inactive ones.' },
      },
      answers: { 200: wrappedList('subscriptions', subscriptionView, 'A page of subscriptions.') },
      handle: async (request) => {
        const page = await listSubscriptions(request.scope, pageRequest(request), request.query);
        return listAnswer('subscriptions', subscriptionView, page);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: one,
      summary: 'Read a subscription',
      answers: { 200: bare(subscriptionView, 'The subscription.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const subscription = await readSubscription(scope, path('subscriptionId'));
        return { body: subscriptionView.write(subscription), headers: etag(subscription) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'DELETE',
      path: one,
      summary: 'Delete a subscription with its delivery log',
      answers: { 204: noContent },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await subscriptions.delete(scope, path('subscriptionId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
