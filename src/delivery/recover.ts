import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { fromNow } from '../database/clock.ts';
import { select, where } from '../database/reads.ts';
import type { Position } from '../events/cursor.ts';
import { Event } from '../events/event.entity.ts';
import { filterConditions, isForSubscriptions } from '../events/event-log.ts';
import { isBehind, logEnd } from '../events/log-order.ts';
import type { WakeUps } from '../jobs/wake-ups.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { Delivery, DeliveryStatus } from './delivery.entity.ts';
import { eventFilter } from './event-filter.ts';
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
  wakeUps: WakeUps,
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
    const from = after;
    const { missing, sent } = await inTransaction(scope, async (transaction) => {
      const events = await readMissing(transaction.em, { ...gap, after: from, head }, lacks, batchSize);
      const ids = await sendAgain(transaction, wakeUps, gap.subscription, events.filter(wants));
      return { missing: events, sent: ids.length };
    });
    recovered += sent;
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
 * @param takenMs the caller makes the attempts itself, also of what waits for a later one; others make them after so many
 *   milliseconds, in case it dies before
 * @returns the ids of the deliveries, in the order of their events
 */
export async function sendAgain(
  transaction: TransactionScope,
  wakeUps: WakeUps,
  subscription: NotificationSubscription,
  events: readonly Event[],
  takenMs = 0,
): Promise<string[]> {
  if (events.length === 0) return [];
  const kysely = transaction.em.getKysely<unknown>();
  // The order of locks: the subscription before its deliveries. One that is deleted gets none.
  const locked =
    await sql`select from notification_subscription where id = ${subscription.id} for no key update`.execute(kysely);
  if (locked.rows.length === 0) return [];
  const isOver = sql`delivery.status in (${DeliveryStatus.DEAD}, ${DeliveryStatus.SKIPPED})`;
  const isFree = takenMs === 0 ? isOver : sql`(${isOver} or delivery.next_attempt_at > now())`;
  const fresh = events.map(({ id: eventId }) => ({ id: new Delivery().id, eventId }));
  const { rows } = await sql<{ id: string; eventId: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status)
    select missing.id, missing.event_id, ${subscription.id}::uuid, now(), now(), ${fromNow(takenMs)},
      ${DeliveryStatus.PENDING}
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ eventId }) => eventId)}::uuid[])
      as missing(id, event_id)
    order by missing.event_id
    on conflict (event_id, subscription_id) do update
      set status = excluded.status, next_attempt_at = excluded.next_attempt_at, attempts_in_round = 0,
        updated_at = excluded.updated_at
      where ${isFree}
    returning id, event_id as "eventId"`.execute(kysely);
  if (takenMs === 0) transaction.afterCommit(wakeUps.deliveriesDue);
  const byEvent = new Map(rows.map(({ id, eventId }) => [eventId, id]));
  return events.flatMap(({ id }) => byEvent.get(id) ?? []);
}
