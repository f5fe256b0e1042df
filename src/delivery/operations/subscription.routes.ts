import { id, json, nullable, type RequestScope, time, view, viewOf } from '../../kit/data/index.ts';
import {
  bare,
  changeDepth,
  created,
  deckIdQuery,
  etag,
  listResponse,
  noContent,
  pageQuery,
  pageRequest,
  type ResponseHeaders,
  type Route,
  route,
  versioned,
  warned,
  warningHeaders,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import type { TypeCheck } from '../events/type-warnings.ts';
import { shownConfigByChannel } from '../subscriptions/channel-config.ts';
import { subscriptionAttributes } from '../subscriptions/subscription.attributes.ts';
import { type NotificationSubscription, secretView } from '../subscriptions/subscription.entity.ts';
import {
  CreateSubscriptionInput,
  RotateSecretInput,
  UpdateSubscriptionInput,
} from '../subscriptions/subscription.inputs.ts';
import { listSubscriptions, readSubscription } from '../subscriptions/subscription.reader.ts';
import { healthView, readHealth } from './receiver-health.ts';
import type { SubscriptionService } from './subscription.service.ts';

const subscriptionView = view<
  NotificationSubscription,
  | 'createdAfter'
  | 'createdBy'
  | 'disabledReason'
  | 'failingSince'
  | 'gapSince'
  | 'gapUntil'
  | 'isHomeownerNamed'
  | 'policy'
  | 'previousSecret'
  | 'previousSecretUntil'
  | 'probeId'
  | 'secret'
  | 'version'
>(
  'Subscription',
  { id, ...viewOf(subscriptionAttributes), filter: nullable(json), createdAt: time, updatedAt: time },
  shownConfigByChannel,
);

const tag = 'Notification subscriptions';
const base = '/api/notifications/subscriptions';
const one = `${base}/{subscriptionId}`;

/** How the routes respond with a subscription: its settings as the caller may see them, its version and its warnings in headers. */
interface Shown {
  readonly row: (scope: RequestScope, subscription: NotificationSubscription) => Promise<NotificationSubscription>;
  readonly body: (scope: RequestScope, subscription: NotificationSubscription) => Promise<Record<string, unknown>>;
  readonly headers: (subscription: NotificationSubscription) => ResponseHeaders;
}

/** `/api/notifications/subscriptions`: subscriptions and their secrets. */
export function subscriptionRoutes(subscriptions: SubscriptionService, warningsOf: TypeCheck): Route[] {
  const row: Shown['row'] = async (scope, subscription) => ({
    ...subscription,
    channelConfig: await subscriptions.configOf(scope, subscription),
  });
  const body: Shown['body'] = async (scope, subscription) => subscriptionView.write(await row(scope, subscription));
  const headers = (subscription: NotificationSubscription): ResponseHeaders => ({
    ...etag(subscription),
    ...warningHeaders(warningsOf(subscription.eventType)),
  });
  const shown: Shown = { row, body, headers };
  return [
    ...secretRoutes(subscriptions),
    ...changeRoutes(subscriptions, shown),
    ...readRoutes(shown),
    healthRoute(),
    deleteRoute(subscriptions),
  ];
}

function changeRoutes(subscriptions: SubscriptionService, shown: Shown): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'POST',
      path: base,
      operationId: 'createSubscription',
      summary: 'Create a subscription',
      description:
        '`channelConfig` must fit `channel`. What it sends is charged to the quotas of the key that creates it; 409 where that key has as many subscriptions as it may.',
      body: CreateSubscriptionInput,
      responses: { 201: warned(created(bare(subscriptionView, 'The new subscription.'))) },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, body }) => {
        const subscription = await subscriptions.create(scope, body);
        const headers = { Location: `${base}/${subscription.id}`, ...shown.headers(subscription) };
        return { status: 201, body: await shown.body(scope, subscription), headers };
      },
    }),
    route({
      tag,
      extension: false,
      method: 'PUT',
      path: one,
      operationId: 'updateSubscription',
      summary: 'Update a subscription',
      description: `${changeDepth} So is \`channelConfig\`, which must fit the resulting channel, and \`filter\`.`,
      body: UpdateSubscriptionInput,
      responses: { 200: warned(versioned(bare(subscriptionView, 'The subscription after the change.'))) },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const subscription = await subscriptions.update(scope, path('subscriptionId'), body, ifVersion);
        return { body: await shown.body(scope, subscription), headers: shown.headers(subscription) };
      },
    }),
  ];
}

function readRoutes(shown: Shown): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: base,
      operationId: 'listSubscriptions',
      summary: 'List subscriptions, oldest first',
      description: 'Pages follow the Link header.',
      query: {
        ...pageQuery,
        deckId: deckIdQuery,
        eventType: {
          schema: { type: 'string' },
          description: 'Only subscriptions with exactly this event type or pattern.',
        },
        isActive: { schema: { type: 'boolean' }, description: 'Only active or only inactive subscriptions.' },
      },
      responses: { 200: wrappedList('subscriptions', subscriptionView, 'A page of subscriptions.') },
      handle: async (request) => {
        const page = await listSubscriptions(request.scope, pageRequest(request), request.query);
        const showing = page.edges.map(async (edge) => edge.with(await shown.row(request.scope, edge.node)));
        const edges = await Promise.all(showing);
        return listResponse('subscriptions', subscriptionView, { ...page, edges });
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: one,
      operationId: 'getSubscription',
      summary: 'Read a subscription',
      description: 'Filter, policy and secret have separate paths.',
      responses: { 200: warned(versioned(bare(subscriptionView, 'The subscription.'))) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const subscription = await readSubscription(scope, path('subscriptionId'));
        return { body: await shown.body(scope, subscription), headers: shown.headers(subscription) };
      },
    }),
  ];
}

function healthRoute(): Route {
  return route({
    tag,
    extension: true,
    method: 'GET',
    path: `${one}/health`,
    operationId: 'getSubscriptionHealth',
    summary: 'Read how the receiver of a subscription is doing',
    description: 'Its last success, since when it fails, and what waits for it.',
    responses: { 200: wrapped('health', healthView, 'The health of the receiver.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path }) => ({
      body: { health: healthView.write(await readHealth(scope, path('subscriptionId'))) },
    }),
  });
}

function deleteRoute(subscriptions: SubscriptionService): Route {
  return route({
    tag,
    extension: true,
    method: 'DELETE',
    path: one,
    operationId: 'deleteSubscription',
    summary: 'Delete a subscription with its delivery log',
    description: 'Nothing is delivered to it afterwards.',
    responses: { 204: noContent },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
    handle: async ({ scope, path, ifVersion }) => {
      await subscriptions.delete(scope, path('subscriptionId'), ifVersion);
      return { status: 204 };
    },
  });
}

function secretRoutes(subscriptions: SubscriptionService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${one}/secret`,
      operationId: 'getSubscriptionSecret',
      summary: 'Read the secret of a subscription',
      description: 'Receivers verify webhook signatures with it.',
      responses: {
        200: wrapped(
          'subscriptionSecret',
          secretView,
          'The secret, and the previous one during the overlap of a rotation.',
        ),
      },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const secret = await subscriptions.secret(scope, path('subscriptionId'));
        return { body: { subscriptionSecret: secretView.write(secret) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${one}/secret/rotate`,
      operationId: 'rotateSubscriptionSecret',
      summary: 'Replace the secret of a subscription',
      description:
        'Both secrets sign webhooks during the overlap. A request with the current secret changes nothing, so that it can be repeated.',
      body: RotateSecretInput,
      isBodyOptional: true,
      responses: { 200: wrapped('subscriptionSecret', secretView, 'The secrets after the change.') },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const secret = await subscriptions.rotateSecret(scope, path('subscriptionId'), body, ifVersion);
        return { body: { subscriptionSecret: secretView.write(secret) } };
      },
    }),
  ];
}
