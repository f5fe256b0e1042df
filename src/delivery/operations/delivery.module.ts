import { AttemptArrival, AttemptPosition } from '../deliveries/attempt-position.entity.ts';
import { needs } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { LiveFeed, Streams } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import type { Module } from '../../kit/module.ts';
import { type AttemptFilter, attemptFollower, attemptStream, type LoggedAttempt } from '../deliveries/attempt-feed.ts';
import { AttemptResolver } from '../deliveries/attempt.resolver.ts';
import { Attempt, Delivery } from '../deliveries/delivery.entity.ts';
import * as deliveryEvents from '../deliveries/delivery.events.ts';
import { attemptsById, deliveriesById } from '../deliveries/delivery.reader.ts';
import { removeDeliveriesTask } from '../deliveries/remove-deliveries.task.ts';
import { DeliveryResolver, EventDeliveriesResolver, SubscriptionProbeResolver } from './delivery.resolver.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import type { DeliveryService } from './delivery.service.ts';

interface Dependencies {
  readonly deliveries: DeliveryService;
  readonly streams: Streams;
  readonly feeds: { readonly attempts: LiveFeed<LoggedAttempt, AttemptFilter> };
}

interface Work {
  readonly newScope: () => RequestScope;
}

/** The delivery log: reading it, following it, and sending from it on request. */
export const deliveryModule: Module<Dependencies, Work> = {
  operations: {
    listDeliveries: needs('notifications:read', 'Query.deliveries'),
    listSubscriptionDeliveries: needs('notifications:read'),
    getDelivery: needs('notifications:read', 'Query.delivery'),
    explainDelivery: needs(['notifications:read', 'events:read'], 'Query.explainDelivery'),
    testSubscription: needs('notifications:write'),
    resendDelivery: needs('notifications:write'),
    recoverDeliveries: needs('notifications:write'),
    deliveryAttempts: needs('notifications:read', 'Subscription.deliveryAttempts'),
  },
  tags: { Deliveries: 'The deliveries to subscriptions, their explanations and resends.' },
  pathParameters: { deliveryId: uuidParameter('The id of the delivery.') },
  entities: [Delivery, Attempt, AttemptArrival, AttemptPosition],
  events: Object.values(deliveryEvents),
  nodes: {
    Delivery: tableNode(Delivery, deliveriesById, 'notifications:read', {
      namedBy: {
        deliveryId: 'The last delivery that was given up, as it is now; null when it is no longer kept.',
        firstDeliveryId: 'The first delivery that was given up, as it is now; null when it is no longer kept.',
      },
    }),
    DeliveryAttempt: tableNode(Attempt, attemptsById, 'notifications:read'),
  },
  resolvers: [DeliveryResolver, EventDeliveriesResolver, SubscriptionProbeResolver, AttemptResolver],
  instances: ({ deliveries }) => [new DeliveryResolver(deliveries)],
  streams: ({ streams, feeds }) => streams.set(attemptStream, attemptFollower(feeds.attempts)),
  routes: ({ deliveries }) => deliveryRoutes(deliveries),
  tasks: ({ newScope }) => [removeDeliveriesTask(newScope)],
};
