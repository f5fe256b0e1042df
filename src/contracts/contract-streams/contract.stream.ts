import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import { type LiveFeed, LogStream, StreamKey } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { readContract } from '../contracts/contract.reader.ts';

/** Types of the events that change a contract: its own, and those of what the document of an unsigned one is built from. */
const types = [
  'contract.*',
  'presentation.updated',
  'presentation.tier_selected',
  'presentation.add_ons_selected',
  'presentation.deleted',
];

/** Follows the changes of one contract. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function contractFollower(
  feed: LiveFeed<LoggedEvent, EventFilter>,
): (scope: RequestScope, contractId: string) => Promise<LogStream<LoggedEvent, EventFilter>> {
  return async (scope, contractId) => {
    const { presentationId } = await readContract(scope, contractId);
    return new LogStream(feed, { types, data: { presentationId } }, sightOf(scope.em), null, 'state');
  };
}

/** Key of the follower in the streams that GraphQL subscriptions and SSE routes read. */
export const contractStream = new StreamKey<ReturnType<typeof contractFollower>>('contract');
