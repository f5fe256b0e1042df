import type { LoggedEvent } from '../../events/event.entity.ts';
import type { EventFilter } from '../../events/event-log.ts';
import type { LiveFeed } from '../../platform/live/live-feed.ts';
import { LogStream } from '../../platform/live/log-stream.ts';
import { StreamKey } from '../../platform/live/streams.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { addOnsSelected } from '../add-ons/add-on.events.ts';
import { eventsOfContracts } from '../contracts/contract.events.ts';
import * as presentationEvents from '../presentations/presentation.events.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import { sightOf } from '../../platform/sight/sight.ts';

/** Types of the events that change what a homeowner sees: of a presentation, and of its contracts. */
const changes = [...Object.values(presentationEvents), addOnsSelected].map(({ name }) => name);
const agreements = eventsOfContracts.map(({ name }) => name);

/**
 * Follows the changes of one presentation; for sellers, also what homeowners do with it.
 *
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export function presentationFollower(
  feed: LiveFeed<LoggedEvent, EventFilter>,
): (scope: RequestScope, presentationId: string) => Promise<LogStream<LoggedEvent, EventFilter>> {
  return async (scope, presentationId) => {
    const { id, deckId } = await readPresentation(scope, presentationId);
    const filter =
      scope.actor.kind === 'link'
        ? {
            anyOf: [
              { types: changes, data: { id } },
              { types: agreements, data: { presentationId: id } },
            ],
          }
        : { types: ['presentation.*'], data: { id } };
    return new LogStream(feed, { deckId, ...filter }, sightOf(scope.em), null, true);
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const presentationStream = new StreamKey<ReturnType<typeof presentationFollower>>('presentation');
