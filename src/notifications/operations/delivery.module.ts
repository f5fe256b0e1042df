import { FanOut } from '../../events/fan-out.entity.ts';
import type { LiveFeed } from '../../platform/live/live-feed.ts';
import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Streams } from '../../platform/live/streams.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { WakeUps } from '../../platform/jobs/wake-ups.ts';
import type { Module } from '../../platform/module.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { attemptFollower, type AttemptFilter, attemptStream, type LoggedAttempt } from '../deliveries/attempt-feed.ts';
import { AttemptResolver } from '../deliveries/attempt.resolver.ts';
import type { Courier } from '../dispatch/courier.ts';
import { DeadNotice } from '../dispatch/dead-notice.entity.ts';
import { type DeadNotices, tellDeadTask } from '../dispatch/dead-notices.ts';
import { DeliveryLane } from '../dispatch/delivery-lane.entity.ts';
import { Attempt, Delivery } from '../deliveries/delivery.entity.ts';
import {
  deliveryDead,
  fanOutDead,
  subscriptionDisabled,
  subscriptionRecovered,
  testPing,
} from '../deliveries/delivery.events.ts';
import { attemptsById, deliveriesById } from '../deliveries/delivery.reader.ts';
import { DeliveryResolver, EventDeliveriesResolver, SubscriptionProbeResolver } from './delivery.resolver.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import type { DeliveryService } from './delivery.service.ts';
import { FanOutResolver } from './fan-out.resolver.ts';
import { fanOutRoutes } from './fan-out.routes.ts';
import { FilterResolver } from '../filters/filter.resolver.ts';
import { filterRoutes } from '../filters/filter.routes.ts';
import { tellHeldBackTask } from '../fan-out/held-back.ts';
import { PolicyResolver } from './policy.resolver.ts';
import { policyRoutes } from './policy.routes.ts';
import type { PolicyService } from './policy.service.ts';
import { removeDeliveriesTask } from './remove-deliveries.ts';
import { replayTask } from '../dispatch/replay.ts';

interface Doors {
  readonly deliveries: DeliveryService;
  readonly policies: PolicyService;
  readonly streams: Streams;
  readonly feeds: { readonly attempts: LiveFeed<LoggedAttempt, AttemptFilter> };
}

interface Work {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly wakeUps: WakeUps;
  readonly courier: Courier;
  readonly deadNotices: DeadNotices;
  /** A subscription whose attempts have all failed for so long is switched off, in seconds. */
  readonly disableAfterSeconds: number;
}

export const deliveryModule: Module<Doors, Work> = {
  entities: [FanOut, Delivery, DeliveryLane, DeadNotice, Attempt],
  events: [subscriptionDisabled, subscriptionRecovered, deliveryDead, fanOutDead, testPing],
  nodes: { Delivery: tableNode(Delivery, deliveriesById), DeliveryAttempt: tableNode(Attempt, attemptsById) },
  resolvers: [
    DeliveryResolver,
    EventDeliveriesResolver,
    SubscriptionProbeResolver,
    AttemptResolver,
    FanOutResolver,
    PolicyResolver,
    FilterResolver,
  ],
  instances: ({ deliveries, policies }) => [
    new DeliveryResolver(deliveries),
    new FanOutResolver(deliveries),
    new PolicyResolver(policies),
  ],
  streams: ({ streams, feeds }) => streams.set(attemptStream, attemptFollower(feeds.attempts)),
  routes: ({ deliveries, policies }) => [
    ...deliveryRoutes(deliveries),
    ...fanOutRoutes(deliveries),
    ...policyRoutes(policies),
    ...filterRoutes(),
  ],
  tasks: ({ newScope, jobs, wakeUps, courier, deadNotices, disableAfterSeconds }) => [
    replayTask({ newScope, jobs, courier, wakeUps, disableAfterSeconds }),
    removeDeliveriesTask(newScope),
    tellDeadTask(newScope, deadNotices),
    tellHeldBackTask(newScope, wakeUps),
  ],
};
