import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { PolicyResolver } from './policy.resolver.ts';
import { policyRoutes } from './policy.routes.ts';
import type { PolicyService } from './policy.service.ts';

interface Dependencies {
  readonly policies: PolicyService;
}

/** Retry schedule, time-out and recovery of single subscriptions. */
export const policyModule: Module<Dependencies> = {
  operations: {
    getDeliveryPolicy: needs('notifications:read'),
    updateDeliveryPolicy: needs('notifications:write'),
  },
  resolvers: [PolicyResolver],
  instances: ({ policies }) => [new PolicyResolver(policies)],
  routes: ({ policies }) => policyRoutes(policies),
};
