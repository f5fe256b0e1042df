import type { LiveFeed, Streams } from '../../kit/live/index.ts';
import { needs, type StreamLinks } from '../../kit/rights/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import type { Module } from '../../kit/module.ts';
import { LiveContractResolver } from './contract-stream.resolver.ts';
import { contractStreamRoutes } from './contract-stream.routes.ts';
import { contractFollower, contractStream } from './contract.stream.ts';

interface Dependencies {
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<LoggedEvent, EventFilter> };
}

/** Live views of one contract, over GraphQL subscriptions and server-sent events. */
export const contractStreamModule: Module<Dependencies> = {
  operations: {
    streamContract: needs('contracts:read', 'Subscription.contractChanged'),
    createContractStreamLink: needs('contracts:read'),
  },
  resolvers: [LiveContractResolver],
  streams: ({ streams, feeds }) => streams.set(contractStream, contractFollower(feeds.events)),
  routes: ({ streams, liveReads, streamLinks }) =>
    contractStreamRoutes(streams.of(contractStream), liveReads, streamLinks),
};
