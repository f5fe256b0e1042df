import { adminScope, needsAllDecks } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { StatusResolver } from './status.resolver.ts';
import { statusRoutes } from './status.routes.ts';
import type { StatusSources } from './status.reader.ts';
import { DatabaseKind } from './status.ts';

interface Dependencies extends Omit<StatusSources, 'databaseKind'> {
  readonly databaseKind: 'postgresql' | 'pglite';
}

const kinds = { postgresql: DatabaseKind.POSTGRESQL, pglite: DatabaseKind.PGLITE };

function sourcesIn({ databaseKind, log, dataDir }: Dependencies): StatusSources {
  return { databaseKind: kinds[databaseKind], log, dataDir };
}

/** What an operator looks at first. */
export const statusModule: Module<Dependencies> = {
  operations: { getStatus: needsAllDecks(adminScope, 'Query.status') },
  tags: { Status: 'The process, its database, its backlog.' },
  resolvers: [StatusResolver],
  instances: (dependencies) => [new StatusResolver(sourcesIn(dependencies))],
  routes: (dependencies) => statusRoutes(sourcesIn(dependencies)),
};
