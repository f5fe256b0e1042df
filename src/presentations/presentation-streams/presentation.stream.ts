import { type EventType, type LiveFeed, LogStream, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
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
    return new LogStream(feed, { deckId, types, data: { presentationId: id } }, sightOf(scope.em), null, true);
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presentationStream = new StreamKey<ReturnType<typeof presentationFollower>>('presentation');
