import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { RescissionResolver } from './rescission.resolver.ts';
import { rescissionRoutes } from './rescission.routes.ts';
import type { RescissionService } from './rescission.service.ts';

interface Dependencies {
  readonly rescissions: RescissionService;
}

/** Cancels signed contracts within the time of the right to cancel. */
export const rescissionModule: Module<Dependencies> = {
  operations: { rescindContract: needs('contracts:write') },
  resolvers: [RescissionResolver],
  instances: ({ rescissions }) => [new RescissionResolver(rescissions)],
  routes: ({ rescissions }) => rescissionRoutes(rescissions),
};
