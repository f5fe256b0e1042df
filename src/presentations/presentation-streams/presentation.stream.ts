import { type EventType, type LiveFeed, LogStream, resolveCursor, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { isGiven } from '../../kit/core/index.ts';
import { isUuid } from '../../kit/input/index.ts';
import { requireDeck } from '../../authoring/decks/deck.reader.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';

/**
 * Follows the changes of one presentation; for sellers, also what homeowners do with it.
 *
 * @param eventTypes all that the product records
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export function presentationFollower(
  feed: LiveFeed<LoggedEvent, EventFilter>,
  eventTypes: readonly EventType[],
): (scope: RequestScope, presentationId: string) => Promise<LogStream<LoggedEvent, EventFilter>> {
  const forHomeowner = eventTypes.filter(({ isForHomeowner }) => isForHomeowner).map(({ name }) => name);
  return async (scope, presentationId) => {
    const { id, deckId } = await readPresentation(scope, presentationId);
    const types = scope.actor.kind === 'link' ? forHomeowner : ['presentation.*'];
    return new LogStream(feed, { deckId, types, data: { presentationId: id } }, sightOf(scope.em), null, 'state');
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presentationStream = new StreamKey<ReturnType<typeof presentationFollower>>('presentation');

/** What a list of presentations follows. */
interface ListRequest {
  /** Only presentations of this deck. */
  readonly deckId?: string | null | undefined;
  /** The cursor of the last change that the client has. */
  readonly after?: string | null | undefined;
}

/**
 * Follows the presentations of one deck, or of all that the caller sees.
 *
 * @throws CursorExpiredError, or AppError `NOT_FOUND` for an unknown deck, `INVALID_INPUT`
 */
export function presentationListFollower(
  feed: LiveFeed<LoggedEvent, EventFilter>,
): (scope: RequestScope, request: ListRequest) => Promise<LogStream<LoggedEvent, EventFilter>> {
  return async (scope, { deckId, after }) => {
    const filter = { deckId: isGiven(deckId) ? await requireDeck(scope, deckId) : null, types: ['presentation.*'] };
    const key = { of: (event: LoggedEvent) => presentationIdOf(event) ?? '' };
    return new LogStream(feed, filter, sightOf(scope.em), await resolveCursor(scope.em, after), 'changes', key);
  };
}

/** The presentation that an event is about; null where its data, which others may publish, name none. */
export function presentationIdOf({ data }: LoggedEvent): string | null {
  const { presentationId } = data as { presentationId?: unknown };
  return typeof presentationId === 'string' && isUuid(presentationId) ? presentationId : null;
}

/** Key of the follower of lists. */
export const presentationListStream = new StreamKey<ReturnType<typeof presentationListFollower>>('presentations');
