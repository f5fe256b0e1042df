import type { RequestScope } from '../../kit/data/index.ts';
import { type LiveFeed, LogStream, StreamKey } from '../../kit/live/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import type { PresenterPosition } from './presenter-position.ts';
import type { PresenterPositionFilter, PresenterPositionRow, PresenterPositions } from './presenter-positions.ts';

/** Follows the presenter of a presentation: the changes, and the current position. */
export interface PresenterFollower {
  /** @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
  follow(
    scope: RequestScope,
    presentationId: string,
  ): Promise<LogStream<PresenterPositionRow, PresenterPositionFilter>>;
  now(presentationId: string): PresenterPosition;
}

/** @param feed that of the positions */
export function presenterFollower(
  feed: LiveFeed<PresenterPositionRow, PresenterPositionFilter>,
  positions: PresenterPositions,
): PresenterFollower {
  return {
    follow: async (scope, id) => {
      const { id: presentationId } = await readPresentation(scope, id);
      return new LogStream(feed, { presentationId }, sightOf(scope.em), null, 'state');
    },
    now: (presentationId) => positions.of(presentationId),
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presenterStream = new StreamKey<PresenterFollower>('presenter position');
