import { needs } from '../../kit/rights/index.ts';
import { QuotaUse } from '../../kit/data/index.ts';
import type { Module } from '../../kit/module.ts';
import type { Quotas } from './quotas.ts';
import { UsageResolver } from './usage.resolver.ts';
import { usageRoutes } from './usage.routes.ts';

/** What keys may use, and what they have used. */
export const usageModule: Module<{ readonly quotas: Quotas }> = {
  operations: { listUsage: needs([], 'Query.usage') },
  tags: { Quotas: 'How much of their quotas keys have used.' },
  entities: [QuotaUse],
  resolvers: [UsageResolver],
  instances: ({ quotas }) => [new UsageResolver(quotas)],
  routes: ({ quotas }) => usageRoutes(quotas),
};
