import { needs } from '../../kit/rights/index.ts';
import type { WakeUps } from '../../kit/data/index.ts';
import { FanOut } from '../events/fan-out.entity.ts';
import type { Module } from '../../kit/module.ts';
import { FanOutResolver } from './fan-out.resolver.ts';
import { fanOutRoutes } from './fan-out.routes.ts';

interface Dependencies {
  readonly wakeUps: WakeUps;
}

/** Creating the deliveries of each event. */
export const fanOutModule: Module<Dependencies> = {
  operations: {
    getFanOut: needs('notifications:read', 'Query.fanOut'),
    retryFanOut: needs('notifications:write'),
  },
  entities: [FanOut],
  resolvers: [FanOutResolver],
  instances: ({ wakeUps }) => [new FanOutResolver(wakeUps)],
  routes: ({ wakeUps }) => fanOutRoutes(wakeUps),
};
