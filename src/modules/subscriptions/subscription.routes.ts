import { deckIdQuery, listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { bare, etag, noContent, type Route, route, wrappedList } from '../../http/route.ts';
import { flag, id, json, nullable, oneOf, text, time, view } from '../../http/view.ts';
import { Channel, type NotificationSubscription, type SubscriptionSecret } from './subscription.entity.ts';
import { CreateSubscriptionInput, RotateSecretInput, UpdateSubscriptionInput } from './subscription.inputs.ts';
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

const secretView = view<SubscriptionSecret>('SubscriptionSecret', {
  secret: text,
  previousSecret: nullable(text),
  previousSecretUntil: nullable(time),
});

/** No cache on the way keeps a secret. */
const secretHeaders = { 'Cache-Control': 'no-store' };

const tag = 'Notification subscriptions';
const base = '/api/notifications/subscriptions';
const one = `${base}/{subscriptionId}`;

export function subscriptionRoutes(subscriptions: SubscriptionService): Route[] {
  const opened = (subscription: NotificationSubscription): NotificationSubscription => ({
    ...subscription,
    channelConfig: subscriptions.configOf(subscription),
  });
  const written = (subscription: NotificationSubscription): Record<string, unknown> =>
    subscriptionView.write(opened(subscription));
  return [
    ...secretRoutes(subscriptions),
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
        return { status: 201, body: written(subscription), headers };
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
        return { body: written(subscription), headers: etag(subscription) };
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
        const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: opened(node) }));
        return listAnswer('subscriptions', subscriptionView, { ...page, edges });
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
        return { body: written(subscription), headers: etag(subscription) };
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

function secretRoutes(subscriptions: SubscriptionService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${one}/secret`,
      summary: 'Read what signs the webhooks of a subscription',
      answers: { 200: bare(secretView, 'The secret, and the previous one while a rotation overlaps.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const secret = await subscriptions.secret(scope, path('subscriptionId'));
        return { body: secretView.write(secret), headers: secretHeaders };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${one}/secret/rotate`,
      summary: 'Replace what signs the webhooks of a subscription; both sign while they overlap',
      body: RotateSecretInput,
      isBodyOptional: true,
      answers: { 200: bare(secretView, 'The secrets as they are now.') },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const secret = await subscriptions.rotateSecret(scope, path('subscriptionId'), body, ifVersion);
        return { body: secretView.write(secret), headers: secretHeaders };
      },
    }),
  ];
}
