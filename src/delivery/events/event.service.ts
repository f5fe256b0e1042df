import type { SqlEntityManager } from '@mikro-orm/sql';
import { notFound, operationLimits, waitForShared, withinLimits } from '../../kit/core/index.ts';
import {
  type Batch,
  Batcher,
  byId,
  charge,
  type CountedPage,
  countRows,
  type DayQuota,
  inTransaction,
  isTransactionConflict,
  type PageRequest,
  pageSize,
  portionPage,
  readOne,
  type RequestScope,
  toAppError,
  TouchedObjects,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { requireEventPatterns, requireUuid } from '../../kit/input/index.ts';
import { cursorOf, type LiveFeed, LogStream, resolveCursor } from '../../kit/live/index.ts';
import { seesDeck, sightOf, wholeSight, withSight } from '../../kit/rights/index.ts';
import { Event, type LoggedEvent } from './event.entity.ts';
import { EventOrder, type PublishEventInput, type PublishEventsInput } from './event.inputs.ts';
import {
  type LoggedPublishedEvent,
  type PublishedEvent,
  sameEvent,
  type SentEvent,
  sentEvent,
  taken,
} from './published-event.ts';
import {
  type EventFilter,
  type EventLog,
  type EventRequest,
  eventsForResponse,
  filterConditions,
  latestCursor,
  readEvents,
  readEventsBackward,
} from './event-log.ts';

/** Events by id, in the order of the ids; null for an unknown id. */
export const eventsById = byId(Event);

/** Most events of one statement that requests share: with the largest data they are 3 MB. */
const togetherAtOnce = 50;

/** Selects the events of a list, and their order. */
interface ListedEvents extends EventFilter {
  readonly orderBy?: EventOrder | null | undefined;
}

/** The use cases of the event log. */
export class EventService {
  readonly #together: Batcher<EventRequest, boolean>;

  constructor(
    private readonly log: EventLog,
    private readonly feed: LiveFeed<LoggedEvent, EventFilter>,
    /** Given by the composition, because the event log does not import `modules/`. */
    private readonly decksById: Batch<string, { readonly id: string } | null>,
    /** The GraphQL type of the object with each id, of any module; null for a free id. */
    private readonly nodeTypesById: Batch<string, string | null>,
    private readonly quotas: { readonly events: DayQuota; readonly stored: DayQuota },
    /** Makes the scope of a statement that requests share. */
    private readonly newScope: () => RequestScope,
  ) {
    const record = (requests: readonly EventRequest[]) =>
      withinLimits(operationLimits, () => this.#recordTogether(requests));
    this.#together = new Batcher(record, togetherAtOnce);
  }

  /**
   * Records an event from a client. A repetition with the same id returns the first event and causes no further
   * delivery.
   *
   * @throws AppError `NOT_FOUND` for an unknown deck, `CONFLICT` when the id belongs to something else,
   *   `QUOTA_EXCEEDED` when its key may publish no more today
   */
  async publish(scope: RequestScope, input: PublishEventInput): Promise<LoggedPublishedEvent> {
    const sent = sentEvent(input, '');
    const { event } = sent;
    if (this.#isPlain(scope, sent)) {
      await this.#requireDecks(scope, [sent]);
      if (await this.#runTogether(requestOf(scope, [event]))) return this.#first(scope, { event, isNew: true });
    }
    const published = await inTransaction(scope, async (transaction) => {
      const [earlier] = await readKnown(transaction, idsOf([sent].filter(isNamed)));
      if (earlier) return sameEvent(transaction, earlier, sent);
      await this.#admit(transaction, [sent]);
      transaction.touched.note(creationOf(event));
      if (await this.log.append(transaction, event)) return { event, isNew: true };
      const [overtaking] = await readKnown(transaction, [event.id]);
      return sameEvent(transaction, overtaking, sent);
    });
    return this.#first(scope, published);
  }

  async #first(scope: RequestScope, published: PublishedEvent): Promise<LoggedPublishedEvent> {
    const [first] = await this.#positioned(scope, [published]);
    if (first === undefined) throw new Error('one event gives one');
    return first;
  }

  /** @returns the same with their positions, which they have once they are committed */
  async #positioned({ em }: RequestScope, published: readonly PublishedEvent[]): Promise<LoggedPublishedEvent[]> {
    const events = await this.log.positioned(
      em,
      published.map(({ event }) => event),
    );
    return events.map((event, place) => ({ event, isNew: published[place]?.isNew === true }));
  }

  /** Whether all that there is to do is to write the event, so that requests can share a statement. */
  #isPlain({ em, actor, steps }: RequestScope, { event, isNamed: hasName }: SentEvent): boolean {
    const { events, stored } = this.quotas;
    const isCounted = events.counts(actor.key) || stored.counts(actor.key);
    return !hasName && !isCounted && steps === undefined && seesDeck(sightOf(em), event.deckId);
  }

  /** Waits for its turn as long as the operation may take. A refusal means that the event is not recorded. */
  #runTogether(request: EventRequest): Promise<boolean> {
    return waitForShared(this.#together.run(request), () => this.#together.withdraw(request));
  }

  /** @returns whether each is recorded. After a fault none is: each has its own turn, so that it fails alone */
  async #recordTogether(requests: readonly EventRequest[]): Promise<boolean[]> {
    const { em, log } = this.newScope();
    try {
      const recorded = new Set(await this.log.appendTogether(em, requests));
      return requests.map(({ events }) => events.every((event) => recorded.has(event)));
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE' && !isTransactionConflict(error)) throw error;
      log.warn({ error, requests: requests.length }, 'events could not be recorded together');
      return requests.map(() => false);
    }
  }

  /**
   * Records events from a client in their order, all or none. An event whose id is known already, or stands in the list
   * before, gives the first one with it.
   *
   * @returns a result for each input, in the same order
   * @throws AppError as `publish` does
   */
  async publishAll(scope: RequestScope, input: PublishEventsInput): Promise<LoggedPublishedEvent[]> {
    const all = input.events.map((one, at) => sentEvent(one, `/events/${at}`));
    if (all.every((sent) => this.#isPlain(scope, sent))) {
      await this.#requireDecks(scope, all);
      const events = all.map(({ event }) => event);
      const [isRecorded] = await this.#recordTogether([requestOf(scope, events)]);
      if (isRecorded)
        return this.#positioned(
          scope,
          events.map((event) => ({ event, isNew: true })),
        );
    }
    const published = await inTransaction(scope, async (transaction) => {
      const known = byTheirIds(await readKnown(transaction, idsOf(all.filter(isNamed))));
      const fresh: SentEvent[] = [];
      for (const sent of all) {
        if (known.has(sent.event.id)) continue;
        known.set(sent.event.id, sent.event);
        fresh.push(sent);
      }
      await this.#admit(transaction, fresh);
      const events = fresh.map(({ event }) => event);
      const recorded = new Set(await this.log.appendAll(transaction, events));
      for (const event of recorded) transaction.touched.note(creationOf(event));
      // Others have recorded events with these ids in the meantime.
      const overtaken = idsOf(fresh.filter(({ event }) => !recorded.has(event)));
      const stored = byTheirIds(await readKnown(transaction, overtaken));
      for (const id of overtaken) known.set(id, stored.get(id));
      return all.map((sent) =>
        recorded.has(sent.event)
          ? { event: sent.event, isNew: true }
          : sameEvent(transaction, known.get(sent.event.id), sent),
      );
    });
    return this.#positioned(scope, published);
  }

  /** Refuses events of unknown decks, with ids of other objects, or beyond a quota. */
  async #admit(transaction: TransactionScope, sent: readonly SentEvent[]): Promise<void> {
    await this.#requireDecks(transaction, sent);
    await this.#requireFree(transaction, sent.filter(isNamed));
    await charge(transaction, [
      [this.quotas.events, () => sent.length],
      [this.quotas.stored, () => sent.reduce((bytes, { event }) => bytes + bytesOf(event), 0)],
    ]);
  }

  async #requireDecks({ em }: RequestScope, sent: readonly SentEvent[]): Promise<void> {
    const ids = new Set(sent.flatMap(({ event }) => event.deckId ?? []));
    if (ids.size === 0) return;
    const known = new Set((await this.decksById(em, [...ids])).map((deck) => deck?.id));
    for (const id of ids) if (!known.has(id)) throw notFound('deck', id);
  }

  /**
   * Client caches key objects by id alone, so an event must not have the id of another object, nor of one that its
   * publisher does not see.
   */
  async #requireFree({ em }: TransactionScope, sent: readonly SentEvent[]): Promise<void> {
    if (sent.length === 0) return;
    const everything = withSight(em.fork({ keepTransactionContext: true }), wholeSight);
    const types = await this.nodeTypesById(everything, idsOf(sent));
    const at = types.findIndex((type) => type !== null && type !== 'Event');
    const found = sent[at];
    if (found === undefined) return;
    const [seen] = sightOf(em).decks === null ? [types[at]] : await this.nodeTypesById(em, [found.event.id]);
    throw taken(found, typeof seen === 'string' ? `a ${seen}` : 'something else');
  }

  /** A page of the log, oldest first unless the order is another one. @throws CursorExpiredError, or AppError `INVALID_INPUT` */
  async list(scope: RequestScope, page: PageRequest, filter: ListedEvents): Promise<CountedPage<LoggedEvent>> {
    const limit = pageSize(page);
    const wanted = checked(filter);
    await this.log.place();
    const after = await resolveCursor(scope.em, page.after);
    const read = filter.orderBy === EventOrder.CREATED_DESC ? readEventsBackward : readEvents;
    const portion = await read(scope.em, { after, filter: wanted, limit });
    const countAll = (): Promise<number> => countRows(scope.em, Event, filterConditions(wanted));
    return { ...portionPage(portion, cursorOf), countAll };
  }

  /** The cursor with which a client reads only future events and can resume. */
  async latestCursor({ em }: RequestScope): Promise<string> {
    await this.log.place();
    return latestCursor(em);
  }

  /** The cursor of an event, also of one that has just been recorded. */
  async cursorOf({ em }: RequestScope, event: Event): Promise<string> {
    return cursorOf(await this.#logged(em, event));
  }

  /** Reads one event. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
  async read({ em }: RequestScope, eventId: string): Promise<LoggedEvent> {
    return this.#logged(em, await readOne(em, eventsForResponse, eventId, { noun: 'event', parameter: 'eventId' }));
  }

  async #logged(em: SqlEntityManager, event: Event): Promise<LoggedEvent> {
    const [logged] = await this.log.positioned(em, [event]);
    return logged as LoggedEvent;
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
  ): Promise<LogStream<LoggedEvent, EventFilter>> => {
    const wanted = checked(filter);
    return new LogStream(this.feed, wanted, sightOf(scope.em), await resolveCursor(scope.em, after));
  };
}

const creationOf = ({ id }: Event) => ({ objectType: 'event', objectId: id, change: 'created' }) as const;

/** A request that records these events, with what it changes. */
function requestOf({ trail }: RequestScope, events: readonly Event[]): EventRequest {
  const touched = new TouchedObjects();
  for (const event of events) touched.note(creationOf(event));
  return { events, touched, trail };
}

const isNamed = (sent: SentEvent): boolean => sent.isNamed;
const bytesOf = ({ data }: Event): number => Buffer.byteLength(JSON.stringify(data));

function idsOf(sent: readonly SentEvent[]): string[] {
  return sent.map(({ event }) => event.id);
}

function byTheirIds(events: readonly Event[]): Map<string, Event | undefined> {
  return new Map(events.map((event) => [event.id, event]));
}

/** The events with these ids that the publisher sees. @throws AppError `OVER_BUDGET` when no response could hold them */
async function readKnown({ em }: TransactionScope, ids: readonly string[]): Promise<Event[]> {
  return ids.length === 0 ? [] : (await eventsForResponse(em, ids)).filter((event) => event !== null);
}

function checked({ deckId, types }: EventFilter): EventFilter {
  if (types !== undefined && types !== null) requireEventPatterns(types, 'types');
  return { deckId: deckId === undefined || deckId === null ? null : requireUuid(deckId, 'deckId'), types };
}
