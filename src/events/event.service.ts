import { type Page, pageSize, type PageRequest, portionPage } from '../platform/database/page.ts';
import { byId } from '../platform/database/reads.ts';
import { AppError, notFound } from '../platform/kernel/errors.ts';
import { requireEventPatterns, requireUuid } from '../platform/input/validate.ts';
import { inTransaction, type RequestScope } from '../platform/database/scope.ts';
import { cursorOf } from '../platform/live/cursor.ts';
import { Event } from './event.entity.ts';
import type { PublishEventInput } from './event.inputs.ts';
import { type EventFilter, type EventLog, latestCursor, readEvents } from './event-log.ts';
import type { LiveFeed } from '../platform/live/live-feed.ts';
import { LogStream } from '../platform/live/log-stream.ts';
import { resolveCursor } from '../platform/live/resolve-cursor.ts';

export const eventsById = byId(Event);

/** Publishing, listing and following events. */
export class EventService {
  constructor(
    private readonly log: EventLog,
    private readonly feed: LiveFeed<Event, EventFilter>,
    /** Asked of `modules/decks`, on which the event log must not depend. */
    private readonly deckExists: (scope: RequestScope, deckId: string) => Promise<boolean>,
    /** The type of what has an id, of whatever module; null when nothing has it. */
    private readonly nodeTypeOf: (scope: RequestScope, id: string) => Promise<string | null>,
  ) {}

  /**
   * Records an event from outside. One sent again under the same id is answered with the first and told to nobody
   * twice.
   *
   * @throws AppError `NOT_FOUND` for an unknown deck, `CONFLICT` for the id of something that is no event
   */
  async publish(scope: RequestScope, input: PublishEventInput): Promise<{ event: Event; isNew: boolean }> {
    const deckId = input.deckId?.toLowerCase() ?? null;
    return inTransaction(scope, async (transaction) => {
      const event = Object.assign(new Event(), { type: input.type, deckId, data: input.data ?? {} });
      if (input.id !== undefined && input.id !== null) event.id = input.id.toLowerCase();
      const [earlier] = await eventsById(transaction.em, [event.id]);
      if (earlier) return { event: earlier, isNew: false };
      if (deckId !== null && !(await this.deckExists(transaction, deckId))) throw notFound('deck', deckId);
      if (event.id === input.id?.toLowerCase()) await this.#requireFree(transaction, event.id);
      if (await this.log.append(transaction, event)) return { event, isNew: true };
      const [first] = await eventsById(transaction.em, [event.id]);
      if (!first) throw notFound('event', event.id);
      return { event: first, isNew: false };
    });
  }

  /** Clients keep what they read by its id alone, so that an event may not have the id of anything else. */
  async #requireFree(scope: RequestScope, id: string): Promise<void> {
    const type = await this.nodeTypeOf(scope, id);
    if (type === null || type === 'Event') return;
    const detail = `${id} is the id of a ${type} already: give the event an id of its own.`;
    throw new AppError('CONFLICT', detail, [{ pointer: '/id', code: 'enum', detail }]);
  }

  /** A page of the log, oldest first. @throws CursorExpiredError, or AppError `INVALID_INPUT` */
  async list(scope: RequestScope, page: PageRequest, filter: EventFilter): Promise<Page<Event>> {
    const limit = pageSize(page);
    const wanted = checked(filter);
    const after = await resolveCursor(scope.em, page.after);
    return portionPage(await readEvents(scope.em, { after, filter: wanted, limit }), cursorOf);
  }

  /** What a reader begins behind who wants only what is still to come, and has to be able to come back. */
  async latestCursor({ em }: RequestScope): Promise<string> {
    return latestCursor(em);
  }

  /**
   * All matching events from a cursor on, or from now, as they are recorded.
   *
   * @throws CursorExpiredError, or AppError `INVALID_INPUT`; later too, when what is still to come has been pruned
   */
  readonly follow = async (
    scope: RequestScope,
    filter: EventFilter,
    after: string | null | undefined,
  ): Promise<LogStream<Event, EventFilter>> => {
    const wanted = checked(filter);
    return new LogStream(this.feed, wanted, await resolveCursor(scope.em, after));
  };
}

function checked({ deckId, types }: EventFilter): EventFilter {
  if (types !== undefined && types !== null) requireEventPatterns(types, 'types');
  return { deckId: deckId === undefined || deckId === null ? null : requireUuid(deckId, 'deckId'), types };
}
