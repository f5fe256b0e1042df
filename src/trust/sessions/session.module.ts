import type { Module } from '../../kit/module.ts';
import { needs } from '../../kit/rights/index.ts';
import { AuthorizationResolver } from './authorization.resolver.ts';
import { Session } from './session.entity.ts';
import { sessionRoutes } from './session.routes.ts';
import type { SessionService } from './session.service.ts';

/** How long a client may go on: sessions of browsers, and refreshed credentials of sockets. */
export const sessionModule: Module<{ readonly sessions: SessionService }> = {
  operations: {
    createSession: needs([]),
    getSession: needs([]),
    deleteSession: needs([]),
    refreshAuthorization: needs([]),
  },
  tags: { Sessions: 'Sessions of browsers.' },
  entities: [Session],
  resolvers: [AuthorizationResolver],
  routes: ({ sessions }) => sessionRoutes(sessions),
};
