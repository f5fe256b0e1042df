import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { select, where } from '../database/reads.ts';
import type { Position } from '../events/cursor.ts';
import { Event } from '../events/event.entity.ts';
import { filterConditions, isForSubscriptions } from '../events/event-log.ts';
import { isBehind, logEnd } from '../events/log-order.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { Delivery, DeliveryStatus } from './delivery.entity.ts';
import { eventFilter } from './event-filter.ts';
import { deliver, deliverJobs, isThere, type NextAttempt } from './fan-out.ts';
import { type TimeRange, timeConditions } from './time-range.ts';

/** Events that one transaction recovers at most. */
const batchSize = 200;

/** A part of the event log, and whose deliveries are asked for in it. */
export interface Stretch {
  readonly subscription: NotificationSubscription;
  /** Begins behind this place. */
  readonly after: Position | null;
  /** Ends with this place. */
  readonly head: Position;
}

/**
 * Delivers every event of a gap that its subscription asks for and has neither received nor waits for: dead and
 * skipped deliveries again, events that were never tried for the first time. What is recorded meanwhile is left to
 * the fan-out.
 *
 * @returns how many
 */
export async function recoverDeliveries(
  scope: RequestScope,
  jobs: JobQueue,
  { range, ...gap }: Omit<Stretch, 'head'> & { readonly range: TimeRange },
): Promise<number> {
  const head = await logEnd(scope.em, 'event');
  const wants = eventFilter(gap.subscription.filter);
  const lacks = [
    ...timeConditions(sql`timestamp`, range),
    sql`not ${hasDelivery(gap.subscription, [DeliveryStatus.PENDING, DeliveryStatus.DELIVERED])}`,
  ];
  let { after } = gap;
  let recovered = 0;
  for (;;) {
    const missing = await inTransaction(scope, async (transaction) => {
      const events = await readMissing(transaction.em, { ...gap, after, head }, lacks, batchSize);
      recovered += (await sendAgain(transaction, jobs, gap.subscription, events.filter(wants))).length;
      return events;
    });
    // Goes on behind the last one: those that fail for good right away, or are filtered out, are not met again.
    after = missing.at(-1) ?? after;
    if (missing.length < batchSize) return recovered;
  }
}

/**
 * The events that a subscription asks for by type and deck and lacks, in the order of the log. What no
 * subscription is told of is no news to recover.
 */
export async function readMissing(
  em: SqlEntityManager,
  { subscription: { eventType, deckId }, after, head }: Stretch,
  lacks: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Event[]> {
  const conditions = [
    sql`not ${isBehind(head)}`,
    ...(after === null ? [] : [isBehind(after)]),
    isForSubscriptions,
    ...filterConditions({ types: [eventType], deckId }),
    ...lacks,
  ];
  return select(em, Event, sql`${where(conditions)} order by transaction, sequence limit ${limit}`);
}

/** Whether a subscription has a delivery of an event in one of some states. */
export function hasDelivery({ id }: NotificationSubscription, among: readonly DeliveryStatus[]): RawBuilder<unknown> {
  return sql`exists (select 1 from delivery where delivery.event_id = event.id and subscription_id = ${id}
    and status in (${sql.join([...among])}))`;
}

/**
 * One statement creates what is missing and revives what is over, unless another one was faster.
 *
 * @param takenUntil the caller makes the attempts itself, also of what waits for a later one; their jobs start at this
 *   time, for the case that it dies before
 */
export async function sendAgain(
  transaction: TransactionScope,
  jobs: JobQueue,
  subscription: NotificationSubscription,
  events: readonly Event[],
  takenUntil?: Date,
): Promise<NextAttempt[]> {
  if (events.length === 0) return [];
  const now = transaction.now().toISOString();
  const due = takenUntil?.toISOString() ?? now;
  const isOver = sql`delivery.status in (${DeliveryStatus.DEAD}, ${DeliveryStatus.SKIPPED})`;
  const isFree = takenUntil === undefined ? isOver : sql`(${isOver} or delivery.next_attempt_at > ${now}::timestamptz)`;
  const fresh = events.map(({ id: eventId }) => ({ id: new Delivery().id, eventId }));
  const { rows } = await sql<NextAttempt & { eventId: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status)
    select missing.id, missing.event_id, ${subscription.id}::uuid, ${now}::timestamptz, ${now}::timestamptz,
      ${due}::timestamptz, ${DeliveryStatus.PENDING}
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ eventId }) => eventId)}::uuid[])
      as missing(id, event_id)
    where exists (${isThere([subscription.id])})
    on conflict (event_id, subscription_id) do update
      set status = excluded.status, next_attempt_at = excluded.next_attempt_at, attempts_in_round = 0,
        updated_at = excluded.updated_at
      where ${isFree}
    returning id as "deliveryId", event_id as "eventId", attempt_count as attempts`.execute(
    transaction.em.getKysely<unknown>(),
  );
  const byEvent = new Map(rows.map((row) => [row.eventId, row]));
  const sent = events
    .flatMap((event) => byEvent.get(event.id) ?? [])
    .map(({ deliveryId, attempts }) => ({ deliveryId, attempts }));
  await jobs.enqueue(transaction, deliver, deliverJobs(subscription.id, sent, takenUntil));
  return sent;
}
