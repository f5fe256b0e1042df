import type { EventLog } from '../../delivery/events/event-log.ts';
import { guestScopes, needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { SlideEngagementSums, Viewer } from './viewer.entity.ts';
import * as engagementEvents from './engagement.events.ts';
import { PresentationEngagementResolver, EngagementResolver } from './engagement.resolver.ts';
import { engagementRoutes } from './engagement.routes.ts';
import { EngagementService } from './engagement.service.ts';

/** What homeowners watch, and what sellers see of it. */
export const engagementModule: Module<{ readonly events: EventLog }> = {
  operations: {
    recordGuestEngagement: needs(guestScopes.view),
    getPresentationEngagement: needs('presentations:read'),
  },
  entities: [Viewer, SlideEngagementSums],
  events: Object.values(engagementEvents),
  resolvers: [EngagementResolver, PresentationEngagementResolver],
  instances: ({ events }) => [new EngagementResolver(new EngagementService(events))],
  routes: ({ events }) => engagementRoutes(new EngagementService(events)),
};
