import { needs } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { TypeCheck } from '../events/type-warnings.ts';
import type { Module } from '../../kit/module.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { SubscriptionResolver } from './subscription.resolver.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import type { SubscriptionService } from './subscription.service.ts';

interface Dependencies {
  readonly subscriptions: SubscriptionService;
  readonly warningsOf: TypeCheck;
}

/** Notification subscriptions: which events go where. */
export const subscriptionModule: Module<Dependencies> = {
  operations: {
    // Who decides what a receiver gets could have all events sent to itself.
    createSubscription: needs(['notifications:write', 'events:read']),
    listSubscriptions: needs('notifications:read', 'Query.subscriptions'),
    getSubscription: needs('notifications:read', 'Query.subscription'),
    getSubscriptionHealth: needs('notifications:read'),
    updateSubscription: needs(['notifications:write', 'events:read']),
    deleteSubscription: needs('notifications:write'),
    getSubscriptionSecret: needs('secrets:read', 'Query.subscriptionSecret'),
    rotateSubscriptionSecret: needs(['notifications:write', 'secrets:read']),
  },
  tags: {
    'Notification subscriptions': 'Which events are delivered where, with secrets, filters and delivery policies.',
  },
  pathParameters: { subscriptionId: uuidParameter('The id of the notification subscription.') },
  entities: [NotificationSubscription],
  nodes: {
    NotificationSubscription: tableNode(NotificationSubscription, subscriptionsById, 'notifications:read', {
      namedBy: { subscriptionId: 'The notification subscription, as it is now; null after it was deleted.' },
    }),
  },
  resolvers: [SubscriptionResolver],
  instances: ({ subscriptions, warningsOf }) => [new SubscriptionResolver(subscriptions, warningsOf)],
  routes: ({ subscriptions, warningsOf }) => subscriptionRoutes(subscriptions, warningsOf),
};
