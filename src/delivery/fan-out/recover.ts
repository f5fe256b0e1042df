import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { currentBudget, turns } from '../../kit/core/index.ts';
import {
  inTransaction,
  pageBytes,
  type Portion,
  type RequestScope,
  selectPortion,
  type TransactionScope,
  unnestRows,
  type WakeUps,
} from '../../kit/data/index.ts';
import { eventLog, isBehind, logHead } from '../../kit/live/index.ts';
import { Event, type LoggedEvent } from '../events/event.entity.ts';
import { filterConditions, isForSubscriptions, loggedDeck } from '../events/event-log.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveryDead } from '../deliveries/delivery.events.ts';
import { eventFilter } from '../filters/event-filter.ts';

/** Most events that one transaction recovers. */
const batchSize = 200;

/** A part of the event log, and the subscription whose deliveries are wanted in it. */
export interface Stretch {
  readonly subscription: NotificationSubscription;
  /** Starts behind this position; null for the beginning of the log. */
  readonly after: string | null;
  /** Ends with this position. */
  readonly head: string;
}

/**
 * Delivers every event of a gap that the subscription wants, has not received and does not wait for: dead and skipped
 * deliveries again, events without a delivery for the first time. The fan-out delivers what is recorded in the
 * meantime.
 *
 * @param conditions SQL conditions on the events, beyond type and deck
 * @returns the number of deliveries
 */
export async function recoverDeliveries(
  scope: RequestScope,
  wakeUps: WakeUps,
  { conditions, ...gap }: Omit<Stretch, 'head'> & { readonly conditions: readonly RawBuilder<unknown>[] },
): Promise<number> {
  const { position: head } = await logHead(scope.em, eventLog);
  const judge = eventFilter(gap.subscription.filter);
  const lacks = [
    ...conditions,
    sql`not ${hasDelivery(gap.subscription, [DeliveryStatus.PENDING, DeliveryStatus.DELIVERED])}`,
  ];
  let { after } = gap;
  let recovered = 0;
  for (;;) {
    currentBudget()?.renew();
    const from = after;
    const { missing, sent } = await inTransaction(scope, async (transaction) => {
      const portion = await readMissing(transaction.em, { ...gap, after: from, head }, lacks, batchSize);
      const wanted: Event[] = [];
      for (const event of portion.rows) {
        if (judge(event).passes) wanted.push(event);
        await turns.next();
      }
      const ids = await sendAgain(transaction, wakeUps, gap.subscription, wanted);
      for (const id of ids) transaction.touched.note({ objectType: 'delivery', objectId: id, change: 'changed' });
      return { missing: portion, sent: ids.length };
    });
    recovered += sent;
    // Continues behind the last event, so that events that fail at once or are filtered out are not read again.
    after = missing.rows.at(-1)?.position ?? after;
    if (!missing.hasMore) return recovered;
  }
}

/**
 * The events that a subscription wants by type and deck and lacks, in log order, without the types that no subscription
 * receives.
 *
 * @param lacks SQL conditions that the subscription lacks the event
 */
export async function readMissing(
  em: SqlEntityManager,
  { subscription: { id, eventType, deckId }, after, head }: Stretch,
  lacks: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Portion<LoggedEvent>> {
  const conditions = [
    sql`position <= ${head}::bigint`,
    isBehind({ position: after ?? '0' }),
    isForSubscriptions,
    // No subscription gets reports of its own dead deliveries.
    sql`not (type = ${deliveryDead.name} and data ->> 'subscriptionId' = ${id})`,
    ...filterConditions({ types: [eventType], deckId }, loggedDeck),
    ...lacks,
  ];
  const portion = await selectPortion(em, Event, { conditions, order: sql`position`, limit, bytes: pageBytes });
  // The conditions leave none without a position.
  return portion as Portion<LoggedEvent>;
}

/** SQL condition on `event`: the subscription has a delivery of it in one of these states. */
export function hasDelivery({ id }: NotificationSubscription, among: readonly DeliveryStatus[]): RawBuilder<unknown> {
  return sql`exists (select 1 from delivery where delivery.event_id = event.id and subscription_id = ${id}
    and status = any(${[...among]}::text[]))`;
}

/**
 * Creates missing deliveries and makes finished ones pending again, in one statement.
 *
 * @returns ids of the deliveries, in the order of their events
 */
export async function sendAgain(
  transaction: TransactionScope,
  wakeUps: WakeUps,
  subscription: NotificationSubscription,
  events: readonly Event[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const kysely = transaction.em.getKysely<unknown>();
  // Lock order: the subscription before its deliveries. A deleted subscription gets none.
  const locked =
    await sql`select from notification_subscription where id = ${subscription.id} for no key update`.execute(kysely);
  if (locked.rows.length === 0) return [];
  const fresh = events.map((event) => ({ id: new Delivery().id, event_id: event.id }));
  const { rows } = await sql<{ id: string; eventId: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status)
    select missing.id, missing.event_id, ${subscription.id}::uuid, now(), now(), now(), ${DeliveryStatus.PENDING}
    from ${unnestRows(fresh, { id: 'uuid', event_id: 'uuid' }, 'missing')}
    order by missing.event_id
    on conflict (event_id, subscription_id) do update
      set status = excluded.status, next_attempt_at = excluded.next_attempt_at, attempts_in_round = 0,
        skip_reason = null, wait_reason = null, updated_at = excluded.updated_at
      where delivery.status in (${DeliveryStatus.DEAD}, ${DeliveryStatus.SKIPPED})
    returning id, event_id as "eventId"`.execute(kysely);
  transaction.afterCommit(wakeUps.deliveriesDue);
  const byEvent = new Map(rows.map(({ id, eventId }) => [eventId, id]));
  return events.flatMap(({ id }) => byEvent.get(id) ?? []);
}
