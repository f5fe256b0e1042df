import { holds } from '../platform/access/actor.ts';
import { jsonDigest } from '../platform/kernel/json-digest.ts';
import { type Page, pageSize, type PageRequest, portionPage } from '../platform/database/page.ts';
import { byId } from '../platform/database/reads.ts';
import { AppError, notFound } from '../platform/kernel/errors.ts';
import { requireEventPatterns, requireUuid } from '../platform/input/validate.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../platform/database/scope.ts';
import { cursorOf } from '../platform/live/cursor.ts';
import { Event } from './event.entity.ts';
import type { PublishEventInput } from './event.inputs.ts';
import { type EventFilter, type EventLog, latestCursor, readEvents } from './event-log.ts';
import type { LiveFeed } from '../platform/live/live-feed.ts';
import { LogStream } from '../platform/live/log-stream.ts';
import { resolveCursor } from '../platform/live/resolve-cursor.ts';
import { charge, type DayQuota } from '../platform/quotas/day-quota.ts';
import { sightOf, wholeSight, withSight } from '../platform/sight/sight.ts';

/** Events by id, in the order of the ids; null for an unknown id. */
export const eventsById = byId(Event);

/** The use cases of the event log. */
export class EventService {
  constructor(
    private readonly log: EventLog,
    private readonly feed: LiveFeed<Event, EventFilter>,
    /** Given by the composition, because the event log does not import `modules/`. */
    private readonly deckExists: (scope: RequestScope, deckId: string) => Promise<boolean>,
    /** The GraphQL type of the object with an id, of any module; null for a free id. */
    private readonly nodeTypeOf: (scope: RequestScope, id: string) => Promise<string | null>,
    private readonly quotas: { readonly events: DayQuota; readonly stored: DayQuota },
  ) {}

  /**
   * Records an event from a client. A repetition with the same id returns the first event and causes no further
   * delivery.
   *
   * @throws AppError `NOT_FOUND` for an unknown deck, `CONFLICT` when the id belongs to something else,
   *   `QUOTA_EXCEEDED` when its key may publish no more today
   */
  async publish(scope: RequestScope, input: PublishEventInput): Promise<{ event: Event; isNew: boolean }> {
    const deckId = input.deckId?.toLowerCase() ?? null;
    return inTransaction(scope, async (transaction) => {
      const event = Object.assign(new Event(), { type: input.type, deckId, data: input.data ?? {} });
      if (input.id !== undefined && input.id !== null) event.id = input.id.toLowerCase();
      const [earlier] = await eventsById(transaction.em, [event.id]);
      if (earlier) return sameEvent(transaction, earlier, event);
      if (deckId !== null && !(await this.deckExists(transaction, deckId))) throw notFound('deck', deckId);
      if (event.id === input.id?.toLowerCase()) await this.#requireFree(transaction, event.id);
      await charge(transaction, [
        [this.quotas.events, () => 1],
        [this.quotas.stored, () => Buffer.byteLength(JSON.stringify(event.data))],
      ]);
      transaction.touched.note({ objectType: 'event', objectId: event.id, change: 'created' });
      if (await this.log.append(transaction, event)) return { event, isNew: true };
      const [first] = await eventsById(transaction.em, [event.id]);
      if (!first) throw taken(event.id, 'something else');
      return sameEvent(transaction, first, event);
    });
  }

  /**
   * Client caches key objects by id alone, so an event must not have the id of another object, nor of one that its
   * publisher does not see.
   */
  async #requireFree(scope: TransactionScope, id: string): Promise<void> {
    const type = await this.nodeTypeOf({ ...scope, em: withSight(forkOf(scope), wholeSight) }, id);
    if (type === null || type === 'Event') return;
    const isSeen = sightOf(scope.em).decks === null || (await this.nodeTypeOf(scope, id)) !== null;
    throw taken(id, isSeen ? `a ${type}` : 'something else');
  }

  /** A page of the log, oldest first. @throws CursorExpiredError, or AppError `INVALID_INPUT` */
  async list(scope: RequestScope, page: PageRequest, filter: EventFilter): Promise<Page<Event>> {
    const limit = pageSize(page);
    const wanted = checked(filter);
    const after = await resolveCursor(scope.em, page.after);
    return portionPage(await readEvents(scope.em, { after, filter: wanted, limit }), cursorOf);
  }

  /** The cursor with which a client reads only future events and can resume. */
  async latestCursor({ em }: RequestScope): Promise<string> {
    return latestCursor(em);
  }

  /**
   * A stream of matching events behind a cursor, or from now on when there is none.
   *
   * @throws CursorExpiredError, or AppError `INVALID_INPUT`; while streaming too, when retention deletes events that are not read yet
   */
  readonly follow = async (
    scope: RequestScope,
    filter: EventFilter,
    after: string | null | undefined,
  ): Promise<LogStream<Event, EventFilter>> => {
    const wanted = checked(filter);
    return new LogStream(this.feed, wanted, sightOf(scope.em), await resolveCursor(scope.em, after));
  };
}

/**
 * The event that has the id already. Who may not read events gets it back only when it is what was sent again.
 *
 * @throws AppError `CONFLICT`
 */
function sameEvent({ actor }: RequestScope, stored: Event, sent: Event): { event: Event; isNew: false } {
  const contentOf = ({ type, deckId, data }: Event): string => jsonDigest({ type, deckId, data });
  const mayHave = holds(actor, 'events:read') || contentOf(stored) === contentOf(sent);
  if (!mayHave) throw taken(stored.id, 'another event');
  return { event: stored, isNew: false };
}

/** An entity manager of the same transaction. */
function forkOf({ em }: TransactionScope): RequestScope['em'] {
  return em.fork({ keepTransactionContext: true });
}

function taken(id: string, owner: string): AppError {
  const detail = `${id} is the id of ${owner} already: give the event an id of its own.`;
  return new AppError('CONFLICT', detail, [{ pointer: '/id', code: 'enum', detail }]);
}

function checked({ deckId, types }: EventFilter): EventFilter {
  if (types !== undefined && types !== null) requireEventPatterns(types, 'types');
  return { deckId: deckId === undefined || deckId === null ? null : requireUuid(deckId, 'deckId'), types };
}
