import { needs } from '../../platform/policy/requirement.ts';
import type { Module } from '../../platform/module.ts';
import { RescissionResolver } from './rescission.resolver.ts';
import { rescissionRoutes } from './rescission.routes.ts';
import type { RescissionService } from './rescission.service.ts';

interface Doors {
  readonly rescissions: RescissionService;
}

/** Cancels signed contracts within the time of the right to cancel. */
export const rescissionModule: Module<Doors> = {
  operations: { rescindContract: needs('contracts:write') },
  resolvers: [RescissionResolver],
  instances: ({ rescissions }) => [new RescissionResolver(rescissions)],
  routes: ({ rescissions }) => rescissionRoutes(rescissions),
};
