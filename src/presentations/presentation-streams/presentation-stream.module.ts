import type { EventType, LiveFeed, Streams } from '../../kit/live/index.ts';
import { needs, type StreamLinks } from '../../kit/rights/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import type { Module } from '../../kit/module.ts';
import { LivePresentationsResolver } from './presentation-list.resolver.ts';
import { LivePresentationResolver } from './presentation-stream.resolver.ts';
import { presentationStreamRoutes } from './presentation-stream.routes.ts';
import {
  presentationFollower,
  presentationListFollower,
  presentationListStream,
  presentationStream,
} from './presentation.stream.ts';

interface Dependencies {
  readonly catalogue: { readonly eventTypes: readonly EventType[] };
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<LoggedEvent, EventFilter> };
}

/** Live views of one presentation, over GraphQL subscriptions and server-sent events. */
export const presentationStreamModule: Module<Dependencies> = {
  operations: {
    streamPresentation: needs('presentations:read', 'Subscription.presentationChanged'),
    createPresentationStreamLink: needs('presentations:read'),
    presentationsChanged: needs('presentations:read', 'Subscription.presentationsChanged'),
  },
  resolvers: [LivePresentationResolver, LivePresentationsResolver],
  streams: ({ streams, feeds, catalogue }) => {
    streams.set(presentationStream, presentationFollower(feeds.events, catalogue.eventTypes));
    streams.set(presentationListStream, presentationListFollower(feeds.events));
  },
  routes: ({ streams, liveReads, streamLinks }) =>
    presentationStreamRoutes(streams.of(presentationStream), liveReads, streamLinks),
};
