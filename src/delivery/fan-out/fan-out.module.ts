import { needs } from '../../kit/rights/index.ts';
import type { RequestScope, WakeUps } from '../../kit/data/index.ts';
import { FanOut } from '../events/fan-out.entity.ts';
import type { Module } from '../../kit/module.ts';
import { FanOutResolver } from './fan-out.resolver.ts';
import { fanOutRoutes } from './fan-out.routes.ts';
import { tellHeldBackTask } from './tell-held-back.task.ts';

interface Dependencies {
  readonly wakeUps: WakeUps;
}

interface Work {
  readonly newScope: () => RequestScope;
  readonly wakeUps: WakeUps;
}

/** Creating the deliveries of each event. */
export const fanOutModule: Module<Dependencies, Work> = {
  operations: {
    getFanOut: needs('notifications:read', 'Query.fanOut'),
    retryFanOut: needs('notifications:write'),
  },
  entities: [FanOut],
  resolvers: [FanOutResolver],
  instances: ({ wakeUps }) => [new FanOutResolver(wakeUps)],
  routes: ({ wakeUps }) => fanOutRoutes(wakeUps),
  tasks: ({ newScope, wakeUps }) => [tellHeldBackTask(newScope, wakeUps)],
};
