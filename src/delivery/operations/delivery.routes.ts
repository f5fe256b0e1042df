import {
  listResponse,
  pageQuery,
  pageRequest,
  type QueryOf,
  type QueryParameter,
  type QueryParameters,
  type Route,
  route,
  type RouteRequest,
  type RouteResponse,
  timeQuery,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { integer, view } from '../../kit/data/index.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveryLogView, deliveryView } from '../deliveries/delivery.entity.ts';
import { RecoverDeliveriesInput } from '../deliveries/delivery.inputs.ts';
import { attemptsOfDeliveries, listDeliveries, maxAttempts, readDelivery } from '../deliveries/delivery.reader.ts';
import type { DeliveryService } from './delivery.service.ts';
import { explainDelivery, explanationView } from './explain.ts';

const uuidQuery = (description: string): QueryParameter<'string'> => ({
  schema: { type: 'string', format: 'uuid' },
  description,
});
const textQuery = (description: string): QueryParameter<'string'> => ({ schema: { type: 'string' }, description });

const filterQuery = {
  ...pageQuery,
  status: {
    schema: { type: 'string', enum: Object.values(DeliveryStatus) },
    description: 'Only deliveries in this state.',
  },
  eventId: uuidQuery('Only deliveries of this event.'),
  eventType: textQuery('Only events of this type or pattern.'),
  deckId: uuidQuery('Only events of this deck.'),
  since: timeQuery('Only deliveries created at or after this time, in ISO 8601 such as 2026-01-31T12:00:00Z.'),
  until: timeQuery('Only deliveries created before this time, in ISO 8601.'),
} satisfies QueryParameters;

const recoveryView = view<{ recoveredCount: number }>('Recovery', {
  recoveredCount: integer,
});

const tag = 'Deliveries';
const base = '/api/notifications/deliveries';
const subscription = '/api/notifications/subscriptions/{subscriptionId}';

/** The delivery log, explanations, and what a person sends. */
export function deliveryRoutes(deliveries: DeliveryService): Route[] {
  return [...listRoutes(), ...detailRoutes(), ...sendRoutes(deliveries)];
}

function listRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: base,
      operationId: 'listDeliveries',
      summary: 'Read the delivery log, newest first',
      description: 'Pages follow the Link header.',
      query: { ...filterQuery, subscriptionId: uuidQuery('Only deliveries to this subscription.') },
      responses: { 200: wrappedList('deliveries', deliveryView, 'A page of deliveries.') },
      handle: (request) => listed(request, request.query.subscriptionId),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${subscription}/deliveries`,
      operationId: 'listSubscriptionDeliveries',
      summary: 'Read the delivery log of a subscription, newest first',
      description: 'Pages follow the Link header.',
      query: filterQuery,
      responses: { 200: wrappedList('deliveries', deliveryView, 'A page of its deliveries.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const { id: subscriptionId } = await readSubscription(request.scope, request.path('subscriptionId'));
        return listed(request, subscriptionId);
      },
    }),
  ];
}

function detailRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${base}/{deliveryId}`,
      operationId: 'getDelivery',
      summary: `Read a delivery with its last ${maxAttempts} attempts, oldest first`,
      description: "Each attempt has its outcome and the beginning of the receiver's answer.",
      responses: { 200: wrapped('delivery', deliveryLogView, 'The delivery.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const delivery = await readDelivery(scope, path('deliveryId'));
        const [attempts = []] = await attemptsOfDeliveries(scope.em, [delivery.id]);
        return { body: { delivery: deliveryLogView.write({ ...delivery, attempts }) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/notifications/explain',
      operationId: 'explainDelivery',
      summary: 'Explain why a subscription received an event or did not',
      description: 'Compares type, deck, filter, age and state, and names those that decided.',
      query: {
        eventId: { ...uuidQuery('The event.'), required: true },
        subscriptionId: { ...uuidQuery('The subscription.'), required: true },
      },
      responses: { 200: wrapped('explanation', explanationView, 'The explanation.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, query: { eventId = '', subscriptionId = '' } }) => ({
        body: { explanation: explanationView.write(await explainDelivery(scope, eventId, subscriptionId)) },
      }),
    }),
  ];
}

function sendRoutes(deliveries: DeliveryService): Route[] {
  return [
    route({
      tag: 'Notification subscriptions',
      extension: true,
      method: 'POST',
      path: `${subscription}/test`,
      operationId: 'testSubscription',
      summary: 'Send a test.ping to one subscription, active or not',
      description: 'The delivery shows the outcome.',
      responses: { 201: wrapped('delivery', deliveryView, 'The delivery, which is due now.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const delivery = await deliveries.test(scope, path('subscriptionId'));
        return { status: 201, body: { delivery: deliveryView.write(delivery) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${base}/{deliveryId}/resend`,
      operationId: 'resendDelivery',
      summary: 'Resend a delivery now',
      description:
        'Its attempts are kept. A finished delivery starts its retry schedule again. A delivered mail goes to all addresses again, any other mail to the addresses that do not have it.',
      responses: { 200: wrapped('delivery', deliveryView, 'The delivery, which is due now.') },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path }) => {
        const delivery = await deliveries.resend(scope, path('deliveryId'));
        return { body: { delivery: deliveryView.write(delivery) } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: `${subscription}/recover`,
      operationId: 'recoverDeliveries',
      summary: 'Deliver the events that a subscription has missed',
      description: 'Delivers dead and skipped deliveries again, and events without a delivery for the first time.',
      body: RecoverDeliveriesInput,
      responses: {
        200: wrapped('recovery', recoveryView, 'Number of events that are delivered again or for the first time.'),
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'CURSOR_EXPIRED'],
      handle: async ({ scope, path, body }) => ({
        body: { recovery: { recoveredCount: await deliveries.recover(scope, path('subscriptionId'), body) } },
      }),
    }),
  ];
}

async function listed(
  request: RouteRequest<never, QueryOf<typeof filterQuery>>,
  subscriptionId: string | undefined,
): Promise<RouteResponse> {
  const wanted = { ...request.query, subscriptionId };
  return listResponse('deliveries', deliveryView, await listDeliveries(request.scope, pageRequest(request), wanted));
}
