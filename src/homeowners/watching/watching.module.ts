import type { EventLog } from '../../delivery/events/event-log.ts';
import { guestScopes, needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { SlideWatch, Viewer } from './viewer.entity.ts';
import * as watchingEvents from './watching.events.ts';
import { PresentationWatchingResolver, WatchingResolver } from './watching.resolver.ts';
import { watchingRoutes } from './watching.routes.ts';
import { WatchingService } from './watching.service.ts';

/** What homeowners watch, and what sellers see of it. */
export const watchingModule: Module<{ readonly events: EventLog }> = {
  operations: {
    recordGuestWatching: needs(guestScopes.view),
    getPresentationWatching: needs('presentations:read'),
  },
  entities: [Viewer, SlideWatch],
  events: Object.values(watchingEvents),
  resolvers: [WatchingResolver, PresentationWatchingResolver],
  instances: ({ events }) => [new WatchingResolver(new WatchingService(events))],
  routes: ({ events }) => watchingRoutes(new WatchingService(events)),
};
