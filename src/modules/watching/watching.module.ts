import type { EventLog } from '../../events/event-log.ts';
import { guestScopes } from '../../platform/access/actor.ts';
import type { Module } from '../../platform/module.ts';
import { needs } from '../../platform/policy/requirement.ts';
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
