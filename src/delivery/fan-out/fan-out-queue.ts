import { type RawBuilder, sql } from 'kysely';
import {
  inTransaction,
  planAnew,
  type RequestScope,
  selectOne,
  type TransactionScope,
  type WakeUps,
  withNext,
} from '../../kit/data/index.ts';
import { notFound } from '../../kit/core/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { FanOut } from '../events/fan-out.entity.ts';
import { deliveryDead } from '../deliveries/delivery.events.ts';
import type { FanOutEvent } from './listeners.ts';

/** Longest pause between two tries of an event that fails, in seconds. */
const longestPauseSeconds = 300;

/** Tries of an event before its fan-out is given up. */
const mostFailures = 10;

/** Events whose rows are locked. */
export interface TakenEvents {
  readonly events: readonly FanOutEvent[];
  /** Whether other rows may be due now. Those that become due later wake the fan-out. */
  readonly hasMore: boolean;
}

/** Locks the rows that are due for the longest time and have equal progress. */
export async function takeBatch(transaction: TransactionScope, limit: number): Promise<TakenEvents> {
  return take(transaction, limit, sql`due_at <= clock_timestamp()`);
}

/** Locks the row of one event, due or not. @returns the event; nothing where it cannot be taken */
export async function takeEvent(transaction: TransactionScope, eventId: string): Promise<readonly FanOutEvent[]> {
  return (await take(transaction, 1, sql`event_id = ${eventId}::uuid`)).events;
}

/**
 * Skips rows that another process has locked, and events that have no position yet: which subscriptions are older shows
 * only then.
 */
async function take(transaction: TransactionScope, limit: number, which: RawBuilder<unknown>): Promise<TakenEvents> {
  const { rows } = await sql<FanOutEvent & { locked: number }>`${planAnew}
    with taken as (
      select event_id, after_subscription, due_at from fan_out where ${which} and died_at is null
        and exists (select from event_position where event_position.event_id = fan_out.event_id)
      order by due_at, event_id limit ${limit} for update skip locked
    ), first as (select after_subscription from taken order by due_at, event_id limit 1)
    select event_id as "eventId", event.type, event.deck_id as "deckId", event_position.position, event.size, event.traceparent,
      case when event.type = ${deliveryDead.name} then event.data ->> 'subscriptionId' end as "deadOf",
      after_subscription as "afterSubscription", (select count(*)::int from taken) as locked
    from taken join event on event.id = event_id join event_position using (event_id)
    where after_subscription is not distinct from (select after_subscription from first)
    order by due_at, event_id`.execute(transaction.em.getKysely<unknown>());
  const [{ locked } = { locked: 0 }] = rows;
  return { events: rows, hasMore: locked === limit || locked > rows.length };
}

/** Deletes the rows of events whose deliveries are all created. */
export async function finish({ em }: TransactionScope, places: readonly FanOutEvent[]): Promise<void> {
  if (places.length === 0) return;
  await withNext(sql`delete from fan_out where event_id = any(${idsOf(places)}::uuid[])`).execute(
    em.getKysely<unknown>(),
  );
}

/** Stores progress and moves the rows to the end of the queue. @param after the last subscription that is done */
export async function goOnLater(
  { em }: TransactionScope,
  places: readonly FanOutEvent[],
  after: string,
): Promise<void> {
  if (places.length === 0) return;
  await sql`update fan_out set after_subscription = ${after}, due_at = clock_timestamp(), attempt_count = 0, error = null
    where event_id = any(${idsOf(places)}::uuid[])`.execute(em.getKysely<unknown>());
}

/** The row after a failure. */
export interface Failed {
  readonly attemptCount: number;
  readonly error: string;
  readonly isDead: boolean;
}

/** Stores a failure: the row is retried after a pause, or given up after `mostFailures`. */
export async function noteFanOutFailure({ em }: TransactionScope, eventId: string, error: unknown): Promise<Failed> {
  // The code alone, because the message may contain values of the event.
  const { code, name } = error as { code?: unknown; name?: unknown };
  const reason = String(code ?? name);
  const { rows } = await sql<Failed>`update fan_out set attempt_count = attempt_count + 1, error = ${reason},
      died_at = case when attempt_count + 1 >= ${mostFailures} then now() end,
      due_at = clock_timestamp() + least(power(2, least(attempt_count, 10)), ${longestPauseSeconds}) * interval '1 second'
    where event_id = ${eventId}::uuid and died_at is null
    returning attempt_count as "attemptCount", error, died_at is not null as "isDead"`.execute(em.getKysely<unknown>());
  return rows[0] ?? { attemptCount: 0, error: reason, isDead: false };
}

/** The queue row of an event. @throws AppError `NOT_FOUND` when all deliveries exist, or there is no such event */
export async function readFanOut({ em }: RequestScope, eventId: string): Promise<FanOut> {
  const id = requireUuid(eventId, 'eventId');
  const found = await selectOne(em, FanOut, sql`where event_id = ${id}`);
  if (found === null) throw notFound('pending fan-out of the event', id);
  return found;
}

/** Retries the fan-out of an event now and resets its attempts, also after it was given up. @throws as `readFanOut` */
export async function retryFanOut(scope: RequestScope, wakeUps: WakeUps, eventId: string): Promise<FanOut> {
  const id = requireUuid(eventId, 'eventId');
  return inTransaction(scope, async (transaction) => {
    await readFanOut(transaction, id);
    await sql`update fan_out set attempt_count = 0, error = null, died_at = null, due_at = clock_timestamp()
      where event_id = ${id}`.execute(transaction.em.getKysely<unknown>());
    transaction.touched.note({ objectType: 'fan_out', objectId: id, change: 'changed' });
    transaction.afterCommit(wakeUps.eventsRecorded);
    return readFanOut(transaction, id);
  });
}

function idsOf(places: readonly FanOutEvent[]): string[] {
  return places.map(({ eventId }) => eventId);
}
