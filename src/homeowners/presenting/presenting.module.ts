import type { Module } from '../../kit/module.ts';
import type { LiveFeed, Streams } from '../../kit/live/index.ts';
import { needs } from '../../kit/rights/index.ts';
import { presenterFollower, presenterStream } from './presenter-position.stream.ts';
import type { PresenterPositionFilter, PresenterPositionRow, PresenterPositions } from './presenter-positions.ts';
import { PresentingResolver } from './presenting.resolver.ts';
import { presentingRoutes } from './presenting.routes.ts';
import { PresentingService } from './presenting.service.ts';

interface Dependencies {
  readonly presenterPositions: PresenterPositions;
  readonly streams: Streams;
  readonly feeds: { readonly presenterPositions: LiveFeed<PresenterPositionRow, PresenterPositionFilter> };
}

/** Presenters, whom the open pages of a presentation follow. */
export const presentingModule: Module<Dependencies> = {
  operations: { setPresenterPosition: needs('presentations:write') },
  resolvers: [PresentingResolver],
  instances: ({ presenterPositions }) => [new PresentingResolver(new PresentingService(presenterPositions))],
  streams: ({ streams, feeds, presenterPositions }) =>
    streams.set(presenterStream, presenterFollower(feeds.presenterPositions, presenterPositions)),
  routes: ({ presenterPositions }) => presentingRoutes(new PresentingService(presenterPositions)),
};
