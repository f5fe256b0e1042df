import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { longestAnswer, tooLong } from '../platform/budget/budget.ts';
import { pageBytes } from '../platform/database/page.ts';
import { type Portion, selectPortion } from '../platform/database/portions.ts';
import { type Batch, select, selectOne } from '../platform/database/reads.ts';
import type { WakeUps } from '../platform/jobs/wake-ups.ts';
import type { TransactionScope } from '../platform/database/scope.ts';
import { cursorOf, firstCursor, type Position } from '../platform/live/cursor.ts';
import { Event } from './event.entity.ts';
import { maxDataBytes } from './event.inputs.ts';
import { isFannedOut, liveOnly } from './event-audience.ts';
import type { EventType } from '../platform/live/event-type.ts';
import { hasRowsBehind, isBehind, isSettled, logHead } from '../platform/live/log-order.ts';
import type { LogSource } from '../platform/live/log-source.ts';
import { requireKept } from '../platform/live/resolve-cursor.ts';
import { matchesType } from './type-pattern.ts';

/** Which events a reader wants. */
export interface EventFilter {
  readonly deckId?: string | null | undefined;
  /** Event types or patterns; none means all. */
  readonly types?: readonly string[] | null | undefined;
  /** Members that the event's data has. */
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/**
 * The log of all that happened: appended to in the transaction that made it happen, read in one order by everyone.
 *
 * A serial number alone would lose events: a transaction that took its number early may commit late, behind a reader
 * that has already gone past. So an event's place is (id of its transaction, sequence), and a reader sees only
 * events whose transaction is older than every one still open. A late commit then lands ahead of each cursor.
 */
export class EventLog {
  constructor(private readonly wakeUps: WakeUps) {}

  /** Records one of our own events. Call it last in a use case: it is the same commit that makes the change real. */
  async record<Data extends object>(
    transaction: TransactionScope,
    type: EventType<Data>,
    event: { deckId: string | null; data: Data },
  ): Promise<Event> {
    const fresh = Object.assign(new Event(), { ...event, type: type.name });
    await this.append(transaction, fresh);
    return fresh;
  }

  /**
   * Appends an event and its place in the queue of fan-outs, unless its type is for live views only. One statement
   * writes both. The event gets its place in the log, and its time on the database's clock.
   *
   * @returns false, and nothing is written, when an event with this id is there already
   */
  async append(
    transaction: TransactionScope,
    event: Event,
    { fanOut = isFannedOut(event.type) } = {},
  ): Promise<boolean> {
    const { rows } = await sql<{ transaction: string; sequence: string; timestamp: string }>`
      with fresh as (
        insert into event (id, type, deck_id, timestamp, data)
        values (${event.id}, ${event.type}, ${event.deckId}, now(), ${JSON.stringify(event.data)})
        on conflict (id) do nothing
        returning id, transaction, sequence, timestamp
      ), queued as (insert into fan_out (event_id) select id from fresh where ${fanOut}::boolean)
      select transaction, sequence, timestamp from fresh`.execute(transaction.em.getKysely<unknown>());
    const [place] = rows;
    if (place === undefined) return false;
    Object.assign(event, { ...place, timestamp: new Date(place.timestamp) });
    transaction.afterCommit(this.wakeUps.eventsRecorded);
    return true;
  }
}

/** Bytes of data as PostgreSQL writes it, with spaces. */
const largestUsual = 2 * maxDataBytes;

/** Reads the first events behind a position that also meet further conditions, in the order of the log. */
export async function readEvents(
  em: SqlEntityManager,
  query: {
    readonly after: Position | null;
    readonly filter: EventFilter;
    readonly conditions?: readonly RawBuilder<unknown>[];
    readonly limit: number;
    readonly bytes?: number;
  },
): Promise<Portion<Event>> {
  const { after, filter, conditions = [], limit, bytes = pageBytes } = query;
  return selectPortion(em, Event, {
    conditions: [isSettled, ...(after === null ? [] : [isBehind(after)]), ...filterConditions(filter), ...conditions],
    order: sql`transaction, sequence`,
    limit,
    bytes,
  });
}

/** Whether an event's data is larger than what is published: it is from before there was a limit. */
export function hasLargeData({ size }: Event): boolean {
  return size > largestUsual;
}

/** Events by their ids, without the data of those that have much of it. */
export async function eventsWithoutLargeData(em: SqlEntityManager, ids: readonly string[]): Promise<Event[]> {
  return select(
    em,
    Event,
    sql``,
    eventsWith(sql`case when size > ${largestUsual}::integer then '{}' else data end`, ids),
  );
}

/** Events by their ids. @throws AppError `OVER_BUDGET`, before any is read, when no answer could hold them all */
export const eventsForAnswer: Batch<string, Event | null> = async (em, ids) => {
  const data = sql`case when sum(size) over () <= ${longestAnswer} then data end`;
  const found = new Map((await select(em, Event, sql``, eventsWith(data, ids))).map((event) => [event.id, event]));
  if (found.values().some((event) => event.data === null)) throw tooLong();
  return ids.map((id) => found.get(id) ?? null);
};

/** In place of the table. */
function eventsWith(data: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<unknown> {
  return sql`(select id, type, deck_id, timestamp, size, transaction, sequence, former_sequence, ${data} as data
    from event where id in (${sql.join([...ids])})) as event`;
}

/** The cursor of now: of the last event that readers see, or the first cursor while there is none. */
export async function latestCursor(em: SqlEntityManager): Promise<string> {
  const last = await selectOne(em, Event, sql`where ${isSettled} order by transaction desc, sequence desc limit 1`);
  return last === null ? firstCursor : cursorOf(last);
}

/** The event log as the live feed follows it. */
export const eventSource: LogSource<Event, EventFilter> = {
  hint: 'events',
  head: (em) => logHead(em, 'event'),
  read: async (em, { filter, ...query }) => {
    const events = await readEvents(em, { ...query, filter: filter ?? {} });
    // A stream that replays may be slower than the retention, which must not go unnoticed.
    if (filter !== null) await requireKept(em, query.after);
    return events;
  },
  sizeOf: ({ size }) => size,
  hasHidden: (em, after) => hasRowsBehind(em, 'event', after),
  cursorOf,
  matches: ({ deckId, types, data = {} }, event) => {
    if (deckId !== undefined && deckId !== null && deckId !== event.deckId) return false;
    if (Object.entries(data).some(([name, value]) => event.data[name] !== value)) return false;
    return types === undefined || types === null || types.some((pattern) => matchesType(pattern, event.type));
  },
};

/** The condition that leaves out what no subscription is told of. */
export const isForSubscriptions = sql`type not in (${sql.join([...liveOnly])})`;

export function filterConditions({ deckId, types, data }: EventFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (deckId !== undefined && deckId !== null) conditions.push(sql`deck_id = ${deckId}`);
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
