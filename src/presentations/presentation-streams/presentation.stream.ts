import { type EventType, type LiveFeed, LogStream, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';

/** The events that homeowners follow: their types, by the member of their data that names the presentation. */
function followedByHomeowners(eventTypes: readonly EventType[]): { member: string; types: string[] }[] {
  const groups = Map.groupBy(eventTypes, ({ presentationIn }) => presentationIn);
  return [...groups].flatMap(([member, types]) =>
    member === undefined ? [] : [{ member, types: types.map(({ name }) => name) }],
  );
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
  const followed = followedByHomeowners(eventTypes);
  return async (scope, presentationId) => {
    const { id, deckId } = await readPresentation(scope, presentationId);
    const filter =
      scope.actor.kind === 'link'
        ? { anyOf: followed.map(({ member, types }) => ({ types, data: { [member]: id } })) }
        : { types: ['presentation.*'], data: { id } };
    return new LogStream(feed, { deckId, ...filter }, sightOf(scope.em), null, true);
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presentationStream = new StreamKey<ReturnType<typeof presentationFollower>>('presentation');
