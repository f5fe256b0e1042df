import { needs } from '../../platform/policy/requirement.ts';
import { uuidParameter } from '../../platform/rest/path-parameter.ts';
import type { TypeCheck } from '../../events/type-warnings.ts';
import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Module } from '../../platform/module.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { DeckSubscriptionsResolver, SubscriptionResolver } from './subscription.resolver.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import type { SubscriptionService } from './subscription.service.ts';

interface Doors {
  readonly subscriptions: SubscriptionService;
  readonly warningsOf: TypeCheck;
}

/** Notification subscriptions: which events go where. */
export const subscriptionModule: Module<Doors> = {
  operations: {
    // Who decides what a receiver gets could have all events sent to itself.
    createSubscription: needs(['notifications:write', 'events:read']),
    listSubscriptions: needs('notifications:read', 'Query.subscriptions'),
    getSubscription: needs('notifications:read', 'Query.subscription'),
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
  nodes: { NotificationSubscription: tableNode(NotificationSubscription, subscriptionsById, 'notifications:read') },
  resolvers: [SubscriptionResolver, DeckSubscriptionsResolver],
  instances: ({ subscriptions, warningsOf }) => [new SubscriptionResolver(subscriptions, warningsOf)],
  routes: ({ subscriptions, warningsOf }) => subscriptionRoutes(subscriptions, warningsOf),
};
