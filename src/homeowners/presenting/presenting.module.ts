import type { Module } from '../../kit/module.ts';
import type { LiveFeed, Streams } from '../../kit/live/index.ts';
import { needs } from '../../kit/rights/index.ts';
import { leadFollower, leadStream } from './lead.stream.ts';
import type { LeadFilter, LeadRow, Leads } from './leads.ts';
import { PresentingResolver } from './presenting.resolver.ts';
import { presentingRoutes } from './presenting.routes.ts';
import { PresentingService } from './presenting.service.ts';

interface Doors {
  readonly leads: Leads;
  readonly streams: Streams;
  readonly feeds: { readonly leads: LiveFeed<LeadRow, LeadFilter> };
}

/** Presenters, who lead the open pages of a presentation. */
export const presentingModule: Module<Doors> = {
  operations: { leadPresentation: needs('presentations:write') },
  resolvers: [PresentingResolver],
  instances: ({ leads }) => [new PresentingResolver(new PresentingService(leads))],
  streams: ({ streams, feeds, leads }) => streams.set(leadStream, leadFollower(feeds.leads, leads)),
  routes: ({ leads }) => presentingRoutes(new PresentingService(leads)),
};
