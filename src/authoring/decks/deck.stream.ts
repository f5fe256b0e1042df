import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import { type LiveFeed, LogStream, resolveCursor, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { readDeck, requireDeck } from './deck.reader.ts';

/** Types of the events that change a deck or anything in it. What homeowners do is no change of it. */
const types = [
  'deck.*',
  'slide.created',
  'slide.updated',
  'slide.deleted',
  'slide.reordered',
  'faq.created',
  'faq.updated',
  'faq.deleted',
];

/** Follows the changes of one deck. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function deckFollower(
  feed: LiveFeed<LoggedEvent, EventFilter>,
): (scope: RequestScope, deckId: string) => Promise<LogStream<LoggedEvent, EventFilter>> {
  return async (scope, deckId) => {
    const { id } = await readDeck(scope, deckId);
    return new LogStream(feed, { deckId: id, types }, sightOf(scope.em), null, 'state');
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const deckStream = new StreamKey<ReturnType<typeof deckFollower>>('deck');

/** Follows all events of one deck, and the deck. @throws CursorExpiredError, or AppError as `deckFollower` does */
export function deckWatcher(
  feed: LiveFeed<LoggedEvent, EventFilter>,
): (scope: RequestScope, deckId: string, after?: string | null) => Promise<LogStream<LoggedEvent, EventFilter>> {
  return async (scope, deckId, after) => {
    const filter = { deckId: await requireDeck(scope, deckId) };
    return new LogStream(feed, filter, sightOf(scope.em), await resolveCursor(scope.em, after), 'changes');
  };
}

/** Key of the watcher. */
export const deckWatch = new StreamKey<ReturnType<typeof deckWatcher>>('deck and its events');
