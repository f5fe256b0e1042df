import { adminScope, needsAllDecks } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { StatusResolver } from './status.resolver.ts';
import { statusRoutes } from './status.routes.ts';
import { DatabaseKind } from './status.ts';

interface Dependencies {
  readonly databaseKind: 'postgresql' | 'pglite';
}

const kinds = { postgresql: DatabaseKind.POSTGRESQL, pglite: DatabaseKind.PGLITE };

/** What an operator looks at first. */
export const statusModule: Module<Dependencies> = {
  operations: { getStatus: needsAllDecks(adminScope, 'Query.status') },
  tags: { Status: 'The process, its database, its backlog.' },
  resolvers: [StatusResolver],
  instances: ({ databaseKind }) => [new StatusResolver(kinds[databaseKind])],
  routes: ({ databaseKind }) => statusRoutes(kinds[databaseKind]),
};
