import { type EventType, type LiveFeed, LogStream, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';

/** Selects the events of one presentation that its homeowner follows. */
function followedByHomeowner(eventTypes: readonly EventType[], id: string): Pick<EventFilter, 'anyOf'> {
  const followed = eventTypes.flatMap(({ name, presentationIn }) =>
    presentationIn === undefined ? [] : [{ name, presentationIn }],
  );
  const groups = Map.groupBy(followed, ({ presentationIn }) => presentationIn);
  const anyOf = [...groups].map(([member, types]) => ({
    types: types.map(({ name }) => name),
    data: { [member]: id },
  }));
  return { anyOf };
}

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
  return async (scope, presentationId) => {
    const { id, deckId } = await readPresentation(scope, presentationId);
    const filter =
      scope.actor.kind === 'link' ? followedByHomeowner(eventTypes, id) : { types: ['presentation.*'], data: { id } };
    return new LogStream(feed, { deckId, ...filter }, sightOf(scope.em), null, true);
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presentationStream = new StreamKey<ReturnType<typeof presentationFollower>>('presentation');
