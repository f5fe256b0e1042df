import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { select, where } from '../database/reads.ts';
import type { Position } from '../events/cursor.ts';
import { Event } from '../events/event.entity.ts';
import { filterConditions } from '../events/event-log.ts';
import { isBehind, logHead } from '../events/log-order.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { Delivery, DeliveryStatus } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
import { deliver, deliverJob } from './fan-out.ts';
import { type TimeRange, timeConditions } from './time-range.ts';

/** Events that one transaction recovers at most. */
const batchSize = 200;

/** The part of the event log in which a subscription lacks deliveries. */
export interface Gap {
  readonly subscription: NotificationSubscription;
  /** Begins behind this place. */
  readonly after: Position | null;
  readonly range: TimeRange;
}

/**
 * Delivers every event of a gap that its subscription asks for and has neither received nor waits for: dead and
 * skipped deliveries again, events that were never tried for the first time. What is recorded meanwhile is left to
 * the fan-out.
 *
 * @returns how many
 */
export async function recoverDeliveries(scope: RequestScope, jobs: JobQueue, gap: Gap): Promise<number> {
  const head = await logHead(scope.em, 'event');
  let { after } = gap;
  let recovered = 0;
  for (;;) {
    const missing = await inTransaction(scope, async (transaction) => {
      const events = await readMissing(transaction.em, { ...gap, after }, head);
      recovered += await sendAll(transaction, jobs, gap.subscription, events);
      return events;
    });
    // Goes on behind the last one: those that fail for good right away are not met again.
    after = missing.at(-1) ?? after;
    if (missing.length < batchSize) return recovered;
  }
}

/** In the order of the log. A test.ping is no news to recover: it belongs to the one subscription that it tests. */
async function readMissing(
  em: SqlEntityManager,
  { subscription: { id, eventType, deckId }, after, range }: Gap,
  head: Position,
): Promise<Event[]> {
  const conditions = [
    sql`not ${isBehind(head)}`,
    ...(after === null ? [] : [isBehind(after)]),
    sql`type <> ${testPing.name}`,
    ...filterConditions({ types: [eventType], deckId }),
    ...timeConditions(sql`timestamp`, range),
    sql`not exists (select 1 from delivery where delivery.event_id = event.id and subscription_id = ${id}
      and status in (${DeliveryStatus.PENDING}, ${DeliveryStatus.DELIVERED}))`,
  ];
  return select(em, Event, sql`${where(conditions)} order by transaction, sequence limit ${batchSize}`);
}

/** One statement creates what is missing and revives what is over, unless another one was faster. */
async function sendAll(
  transaction: TransactionScope,
  jobs: JobQueue,
  subscription: NotificationSubscription,
  events: readonly Event[],
): Promise<number> {
  if (events.length === 0) return 0;
  const now = transaction.now().toISOString();
  const fresh = events.map(({ id: eventId }) => ({ id: new Delivery().id, eventId }));
  const { rows } = await sql<{ id: string; eventId: string; attempts: number }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status)
    select missing.id, missing.event_id, ${subscription.id}::uuid, ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${DeliveryStatus.PENDING}
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ eventId }) => eventId)}::uuid[])
      as missing(id, event_id)
    on conflict (event_id, subscription_id) do update
      set status = excluded.status, next_attempt_at = excluded.next_attempt_at, attempts_in_round = 0,
        updated_at = excluded.updated_at
      where delivery.status in (${DeliveryStatus.DEAD}, ${DeliveryStatus.SKIPPED})
    returning id, event_id as "eventId", attempt_count as attempts`.execute(transaction.em.getKysely<unknown>());
  const byEvent = new Map(rows.map((row) => [row.eventId, row]));
  const due = events.flatMap((event) => byEvent.get(event.id) ?? []);
  await jobs.enqueue(
    transaction,
    deliver,
    due.map(({ id, attempts }) => deliverJob({ id, subscriptionId: subscription.id }, attempts)),
  );
  return due.length;
}
