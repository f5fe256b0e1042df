import { type Page, pageSize, type PageRequest, toPage } from '../database/page.ts';
import { byId } from '../database/reads.ts';
import { notFound } from '../errors.ts';
import { requireEventPatterns, requireUuid } from '../input/validate.ts';
import { inTransaction, type RequestScope } from '../scope.ts';
import { cursorOf } from './cursor.ts';
import { Event } from './event.entity.ts';
import type { PublishEventInput } from './event.inputs.ts';
import { type EventFilter, type EventLog, latestCursor, readEvents } from './event-log.ts';
import type { LiveFeed } from './live-feed.ts';
import { LogStream } from './log-stream.ts';
import { resolveCursor } from './resolve-cursor.ts';

export const eventsById = byId(Event);

/** A page of the log ends early when its events are larger, in bytes of their data. */
const listBytes = 16_777_216;

/** Publishing, listing and following events. */
export class EventService {
  constructor(
    private readonly log: EventLog,
    private readonly feed: LiveFeed<Event, EventFilter>,
    /** Asked of `modules/decks`, on which the event log must not depend. */
    private readonly deckExists: (scope: RequestScope, deckId: string) => Promise<boolean>,
  ) {}

  /**
   * Records an event from outside. One sent again under the same id is answered with the first and told to nobody
   * twice.
   */
  async publish(scope: RequestScope, input: PublishEventInput): Promise<{ event: Event; isNew: boolean }> {
    const deckId = input.deckId?.toLowerCase() ?? null;
    return inTransaction(scope, async (transaction) => {
      const event = Object.assign(new Event(), { type: input.type, deckId, data: input.data ?? {} });
      if (input.id !== undefined && input.id !== null) event.id = input.id.toLowerCase();
      const [earlier] = await eventsById(transaction.em, [event.id]);
      if (earlier) return { event: earlier, isNew: false };
      if (deckId !== null && !(await this.deckExists(transaction, deckId))) throw notFound('deck', deckId);
      if (await this.log.append(transaction, event)) return { event, isNew: true };
      const [first] = await eventsById(transaction.em, [event.id]);
      if (!first) throw notFound('event', event.id);
      return { event: first, isNew: false };
    });
  }

  /** A page of the log, oldest first. @throws CursorExpiredError, or AppError `INVALID_INPUT` */
  async list(scope: RequestScope, page: PageRequest, filter: EventFilter): Promise<Page<Event>> {
    const size = pageSize(page);
    const wanted = checked(filter);
    const after = await resolveCursor(scope.em, page.after);
    const { rows, isFull } = await readEvents(scope.em, { after, filter: wanted, limit: size + 1, bytes: listBytes });
    return { ...toPage(rows, size, cursorOf), hasNextPage: isFull };
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
