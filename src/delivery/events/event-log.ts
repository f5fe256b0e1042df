import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import {
  type AuditTrail,
  type Batch,
  columnsOf,
  constantStatement,
  entriesText,
  entriesWithin,
  newRow,
  pageBytes,
  type Portion,
  select,
  selectOne,
  selectPortion,
  type StatedChange,
  type TransactionScope,
  unnestColumns,
  withNext,
  type WriteRows,
} from '../../kit/data/index.ts';
import { type Count, longestResponse, type Metrics, tooLong, traceOfNow } from '../../kit/core/index.ts';
import {
  commonEnd,
  cursorOf,
  eventLog,
  type EventType,
  expired,
  firstCursor,
  isBefore,
  isBehind,
  isNextTo,
  logHead,
  type LogSource,
  logStart,
  lookBehind,
  type Position,
  requireKept,
  type Sequencer,
} from '../../kit/live/index.ts';
import { outsideDecks, seesDeck, sightOf } from '../../kit/rights/index.ts';
import { Event, type LoggedEvent } from './event.entity.ts';
import { maxDataBytes } from './event.inputs.ts';
import { liveOnly } from './event-audience.ts';
import { matchesType } from './type-pattern.ts';

/** Selects events of the log. An absent or null member selects all. */
export interface EventFilter {
  readonly deckId?: string | null | undefined;
  /** Event types or patterns such as `contract.*`. An empty list selects nothing. */
  readonly types?: readonly string[] | null | undefined;
  /** Top-level members that `data` must have, with these values. */
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/** An event of this service, for `EventLog.append`. */
export function newEvent<Data extends object>(
  type: EventType<Data>,
  event: { readonly deckId: string | null; readonly data: Data },
): Event {
  return Object.assign(newRow(Event), { ...event, type: type.name, traceparent: traceOfNow() });
}

/** Counts recorded events by their types, of which clients may publish any: those that are not ours count as other. */
export function countEvents(metrics: Metrics, types: readonly EventType[]): Count<'type'> {
  return metrics.count({
    name: 'deckcast_events_recorded_total',
    help: 'Events that were recorded, by type; those of types that clients have made count as other.',
    labels: { type: types.map(({ name }) => name) },
  });
}

/**
 * The append-only event log. An event is written in the transaction of the change that it reports, and all readers see
 * the same order.
 *
 * A serial number that an insert takes loses events: a transaction that takes its number early may commit after readers
 * have passed that number. So an insert only notes the arrival of its event, and the sequencer gives it a position once
 * it is committed.
 */
export class EventLog {
  constructor(
    private readonly sequencer: Sequencer,
    private readonly recorded: Count<'type'>,
  ) {}

  /** Records an event of this service, which is written with the commit of the change that it reports. */
  record<Data extends object>(
    transaction: TransactionScope,
    type: EventType<Data>,
    event: { deckId: string | null; data: Data },
  ): void {
    this.#requireSeen(transaction.em, [event]);
    transaction.lastRows.note(this.#writeLast, newEvent(type, event));
  }

  readonly #writeLast: WriteRows<Event> = async ({ em, trail, touched, afterCommit }, events, isLast) => {
    const [first] = events;
    if (first === undefined) return;
    const entries = (isLast ? trail?.stated(first.id, touched, true) : undefined) ?? [];
    await insertUnread(em, { ...sentColumns(events), entries: entriesText(entries) });
    this.#afterCommit({ afterCommit }, events);
  };

  /**
   * Appends an event with the audit entry of what the transaction has touched, in one statement, behind those that were
   * recorded.
   *
   * @returns false, without a write, when an event with this id exists
   */
  async append(transaction: TransactionScope, event: Event): Promise<boolean> {
    const { trail, touched } = transaction;
    const recorded = await this.#insertBehind(transaction, [event], trail?.stated(event.id, touched, false));
    if (recorded.length === 0) touched.drop();
    return recorded.length > 0;
  }

  /** Appends events in their order. @returns those that it wrote: without those whose ids exist */
  async appendAll(transaction: TransactionScope, events: readonly Event[]): Promise<readonly Event[]> {
    return this.#insertBehind(transaction, events);
  }

  async #insertBehind(
    transaction: TransactionScope,
    events: readonly Event[],
    entries: readonly StatedChange[] = [],
  ): Promise<readonly Event[]> {
    await transaction.lastRows.write(transaction);
    const recorded = await this.#insert(transaction.em, events, entries);
    if (recorded.length > 0) this.#afterCommit(transaction, recorded);
    return recorded;
  }

  #afterCommit({ afterCommit }: Pick<TransactionScope, 'afterCommit'>, recorded: readonly Event[]): void {
    afterCommit(this.sequencer.request);
    afterCommit(() => this.#count(recorded));
  }

  #count(recorded: readonly Event[]): void {
    for (const { type } of recorded) this.recorded.add({ type });
  }

  /**
   * Appends events of several requests in their order, each with the audit entry of its request, in one statement that is a
   * transaction of its own. It also gives them their positions.
   *
   * @returns those that it wrote
   */
  async appendTogether(em: SqlEntityManager, requests: readonly EventRequest[]): Promise<readonly Event[]> {
    const events = requests.flatMap((request) => request.events);
    const entries = requests.flatMap(
      ({ events: [first], trail, touched }) => (first && trail?.stated(first.id, touched, false)) ?? [],
    );
    const recorded = await this.#insert(em, events, entries, true);
    this.#count(recorded);
    this.sequencer.placed(recorded.filter((event): event is LoggedEvent => event.position !== null));
    return recorded;
  }

  /** Gives the events that are committed their positions, before something is read that must contain them. */
  place(): Promise<void> {
    return this.sequencer.place();
  }

  /** The same events with their positions. */
  async positioned(em: SqlEntityManager, events: readonly Event[]): Promise<LoggedEvent[]> {
    const unplaced = events.filter(({ position }) => position === null).map(({ id }) => id);
    if (unplaced.length > 0) await this.sequencer.place();
    const places = unplaced.length > 0 ? await positionsOf(em, unplaced) : new Map<string, object>();
    return events.map((event) => {
      // Rows that are read are shared, and not changed.
      const place = places.get(event.id);
      const placed = place === undefined ? event : { ...event, ...place };
      if (isLogged(placed)) return placed;
      throw new Error('an event that is committed has no position');
    });
  }

  /**
   * Inserts events, and sets their timestamps by the database's clock.
   *
   * @param isAlone whether the statement is a transaction of its own: then it also gives positions, which holds the lock
   *   of the sequencer until the transaction ends
   */
  async #insert(
    em: SqlEntityManager,
    events: readonly Event[],
    entries: readonly StatedChange[],
    isAlone = false,
  ): Promise<readonly Event[]> {
    this.#requireSeen(em, events);
    const { rows } = await sql<Pick<Event, 'id' | 'position' | 'epoch'> & { timestamp: string }>`
      ${insertion(sentColumns(events), isAlone ? this.#positions() : arrivals, entriesText(entries))}
      select event_id as id, now()::timestamptz(3) as timestamp, position, epoch from placed`.execute(
      em.getKysely<unknown>(),
    );
    const places = new Map(rows.map(({ timestamp, ...row }) => [row.id, { ...row, timestamp: new Date(timestamp) }]));
    return events.filter((event) => places.has(event.id)).map((event) => Object.assign(event, places.get(event.id)));
  }

  /** @throws AppError `FORBIDDEN` for an event of a deck that the actor does not see */
  #requireSeen(em: SqlEntityManager, events: readonly Pick<Event, 'deckId'>[]): void {
    const sight = sightOf(em);
    if (events.some(({ deckId }) => !seesDeck(sight, deckId))) throw outsideDecks();
  }

  /** Counts what it has inserted first, so that the lock of the sequencer is not held meanwhile. */
  #positions(): RawBuilder<unknown> {
    return sql`insert into event_position (position, epoch, event_id, deck_id)
      select turn.last_position + row_number() over (order by place), turn.epoch, id, deck_id
        from (select (select count(*) from ordered) + (select count(*) from queued) as count) as inserted
          cross join lateral ${this.sequencer.turn(sql`inserted.count`)} as turn cross join ordered
      returning event_id, position, epoch`;
  }
}

const eventColumns = {
  id: 'uuid',
  type: 'text',
  deckId: 'uuid',
  data: 'text',
  traceparent: 'text',
  place: 'int',
} as const;

/** Events by their columns. */
type SentColumns = Readonly<Record<keyof typeof eventColumns, readonly unknown[]>>;

function sentColumns(events: readonly Event[]): SentColumns {
  const sent = events.map(({ data, ...event }, place) => ({ ...event, place, data: JSON.stringify(data) }));
  return columnsOf(sent, eventColumns);
}

/**
 * Clauses that insert events, their audit entries and, unless only streams show their types, their rows in the fan-out queue.
 *
 * @param placing inserts what gives the events their positions
 * @param entries as a text of `entriesText`
 */
function insertion(sent: SentColumns, placing: RawBuilder<unknown>, entries: string): RawBuilder<unknown> {
  return sql`with fresh as (
      insert into event (id, type, deck_id, timestamp, data, traceparent)
      select id, type, "deckId", now(), data::jsonb, traceparent from ${unnestColumns(sent, eventColumns, 'sent')} order by place
      on conflict (id) do nothing
      returning id, type, deck_id, timestamp
    ), queued as (insert into fan_out (event_id) select id from fresh where ${isForSubscriptions} returning event_id
    ), ordered as (
      select id, deck_id, place from fresh join ${unnestColumns(sent, { id: 'uuid', place: 'int' }, 'sent')} using (id)
    ), placed as (${placing}), ${entriesWithin(sql`fresh`, entries)}`;
}

const arrivals = sql`insert into event_arrival (event_id, deck_id) select id, deck_id from ordered order by place
  returning event_id, null::bigint as position, null::integer as epoch`;

const insertUnread = constantStatement(({ entries, ...sent }: SentColumns & { readonly entries: string }) =>
  withNext(sql`${insertion(sent, arrivals, entries)} select where false`),
);

/** Whether an event has its position in the log. */
export function isLogged(event: Event): event is LoggedEvent {
  return event.position !== null && event.epoch !== null;
}

async function positionsOf(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, Partial<Position>>> {
  const { rows } = await sql<Position>`select event_id as id, position, epoch from event_position
    where event_id = any(${[...ids]}::uuid[])`.execute(em.getKysely<unknown>());
  return new Map(rows.map((row) => [row.id, row]));
}

/** The events that a request records, with what its audit entry is made of. */
export interface EventRequest extends Pick<TransactionScope, 'touched'> {
  readonly events: readonly Event[];
  readonly trail: AuditTrail | undefined;
}

/** Largest `size` of an event within today's limit. PostgreSQL writes JSON with spaces, hence the factor. */
const largestUsual = 2 * maxDataBytes;

/** Reads events before a position, the last of the log first. The arguments are those of `readEvents`. */
export async function readEventsBackward(
  em: SqlEntityManager,
  { after, filter, limit }: { readonly after: Position | null; readonly filter: EventFilter; readonly limit: number },
): Promise<Portion<LoggedEvent>> {
  const before = after === null ? isBehind(logStart) : isBefore(eventLog, after);
  const portion = await selectPortion(em, Event, {
    conditions: [before, ...filterConditions(filter, loggedDeck)],
    order: sql`position desc`,
    limit,
    bytes: pageBytes,
  });
  return portion as Portion<LoggedEvent>;
}

/** Reads events behind a position in log order, up to `limit` rows and about `bytes` bytes (default: one page). */
export async function readEvents(
  em: SqlEntityManager,
  query: {
    readonly after: Position | null;
    readonly filter: EventFilter;
    readonly conditions?: readonly RawBuilder<unknown>[];
    readonly limit: number;
    readonly bytes?: number;
  },
): Promise<Portion<LoggedEvent>> {
  const { after, filter, conditions = [], limit, bytes = pageBytes } = query;
  const portion = await selectPortion(em, Event, {
    conditions: [isNextTo(eventLog, after ?? logStart), ...filterConditions(filter, loggedDeck), ...conditions],
    order: sql`position`,
    limit,
    bytes,
  });
  // The conditions leave none without a position.
  return portion as Portion<LoggedEvent>;
}

/** Whether an event is larger than today's limit allows, which only events from before the limit are. */
export function hasLargeData({ size }: Event): boolean {
  return size > largestUsual;
}

/** Events by id, with `{}` in place of data that is larger than today's limit. */
export async function eventsWithoutLargeData(em: SqlEntityManager, ids: readonly string[]): Promise<Event[]> {
  return select(
    em,
    Event,
    sql``,
    withData(sql`case when size > ${largestUsual}::integer then '{}' else data end`, ids),
  );
}

/** Events by id, for one response. @throws AppError `OVER_BUDGET` before it reads data that no response could hold */
export const eventsForResponse: Batch<string, Event | null> = async (em, ids) => {
  const data = sql`case when sum(size) over () <= ${longestResponse} then data end`;
  const found = new Map((await select(em, Event, sql``, withData(data, ids))).map((event) => [event.id, event]));
  if (found.values().some((event) => event.data === null)) throw tooLong();
  return ids.map((id) => found.get(id) ?? null);
};

/** A subquery that stands in for the rows and computes `data` by itself. */
function withData(data: RawBuilder<unknown>, ids: readonly string[]) {
  return (
    seen: RawBuilder<unknown>,
  ): RawBuilder<unknown> => sql`(select id, type, deck_id, timestamp, size, position, epoch, traceparent, former_sequence, ${data} as data
    from ${seen} where id = any(${[...ids]}::uuid[])) as event`;
}

/** The cursor of the last visible event, or the first cursor while the log is empty. */
export async function latestCursor(em: SqlEntityManager): Promise<string> {
  const last = await selectOne(em, Event, sql`where position > 0 order by position desc limit 1`);
  return last === null || !isLogged(last) ? firstCursor : cursorOf(last);
}

/** The event log as a source of the live feed. */
export const eventSource: LogSource<LoggedEvent, EventFilter> = {
  hint: 'events',
  head: (em) => logHead(em, eventLog),
  read: async (em, { filter, ...query }) => {
    const events = await readEvents(em, { ...query, filter: filter ?? {} });
    // Retention may delete events that a slow replay has not read yet: the stream then fails instead of skipping them.
    if (events.rows.length === 0 && filter !== null) await requireKept(em, query.after);
    return events;
  },
  sizeOf: ({ size }) => size,
  stored: {
    lookBehind: (em, place) => lookBehind(em, eventLog, place),
    commonEnd: (em, place) => commonEnd(em, eventLog, place),
    lost: expired,
  },
  cursorOf,
  isSeen: (sight, { deckId }) => seesDeck(sight, deckId),
  matches: matchesFilter,
};

function matchesFilter({ deckId, types, data = {} }: EventFilter, event: Event): boolean {
  if (deckId !== undefined && deckId !== null && deckId !== event.deckId) return false;
  if (Object.entries(data).some(([name, value]) => event.data[name] !== value)) return false;
  return types === undefined || types === null || types.some((pattern) => matchesType(pattern, event.type));
}

/** SQL condition on `event`: the type is one that subscriptions receive. */
export const isForSubscriptions = sql`type not in (${sql.join([...liveOnly].map((type) => sql.lit(type)))})`;

/** The column by which the events of a deck are found in the order of the log. */
export const loggedDeck = sql.ref('logged_deck_id');

/** The SQL conditions on `event` that a filter stands for. @param deck the column of the deck; `loggedDeck` in reads of the log */
export function filterConditions(
  { deckId, types, data }: EventFilter,
  deck = sql.ref('deck_id'),
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (deckId !== undefined && deckId !== null) conditions.push(sql`${deck} = ${deckId}`);
  if (types !== undefined && types !== null && !types.includes('*')) {
    const likes = types.map((type) =>
      type.endsWith('.*') ? sql`type like ${`${escapeLike(type.slice(0, -1))}%`}` : sql`type = ${type}`,
    );
    conditions.push(types.length === 0 ? sql`false` : sql`(${sql.join(likes, sql` or `)})`);
  }
  if (data !== undefined) conditions.push(sql`data @> ${JSON.stringify(data)}::jsonb`);
  return conditions;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
