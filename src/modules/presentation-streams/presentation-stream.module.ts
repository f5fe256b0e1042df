import { needs } from '../../platform/policy/requirement.ts';
import type { LoggedEvent } from '../../events/event.entity.ts';
import type { EventFilter } from '../../events/event-log.ts';
import type { Semaphore } from '../../platform/limits/semaphore.ts';
import type { LiveFeed } from '../../platform/live/live-feed.ts';
import type { StreamLinks } from '../../platform/signing/stream-links.ts';
import type { Streams } from '../../platform/live/streams.ts';
import type { Module } from '../../platform/module.ts';
import { LivePresentationResolver } from './presentation-stream.resolver.ts';
import { presentationStreamRoutes } from './presentation-stream.routes.ts';
import { presentationFollower, presentationStream } from './presentation.stream.ts';

interface Doors {
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<LoggedEvent, EventFilter> };
}

/** Live views of one presentation, over GraphQL subscriptions and server-sent events. */
export const presentationStreamModule: Module<Doors> = {
  operations: {
    streamPresentation: needs('presentations:read', 'Subscription.presentationProgress'),
    createPresentationStreamLink: needs('presentations:read'),
  },
  resolvers: [LivePresentationResolver],
  streams: ({ streams, feeds }) => streams.set(presentationStream, presentationFollower(feeds.events)),
  routes: ({ streams, liveReads, streamLinks }) =>
    presentationStreamRoutes(streams.of(presentationStream), liveReads, streamLinks),
};
