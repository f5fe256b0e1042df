import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { FilterResolver } from './filter.resolver.ts';
import { filterRoutes } from './filter.routes.ts';

/** Reading the filter of a subscription, and trying a filter on past events. */
export const filterModule: Module = {
  operations: {
    getSubscriptionFilter: needs('notifications:read'),
    tryFilter: needs(['notifications:read', 'events:read'], 'Query.tryFilter'),
  },
  resolvers: [FilterResolver],
  routes: filterRoutes,
};
