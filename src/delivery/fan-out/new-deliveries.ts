import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { fromNow, type TransactionScope, unnestRows, type WakeUps } from '../../kit/data/index.ts';
import type { Event } from '../events/event.entity.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';

/** An event and a subscription that wants it, or whose filter cannot be evaluated. */
export interface Match {
  readonly event: Pick<Event, 'id'>;
  readonly subscription: Pick<NotificationSubscription, 'id'>;
  /** Why the filter cannot be evaluated: the delivery is created as skipped. Absent or null otherwise. */
  readonly skipReason?: string | null;
}

const deliveryColumns = { id: 'uuid', event_id: 'uuid', subscription_id: 'uuid', skip_reason: 'text' } as const;

/**
 * Creates the deliveries that do not exist yet. A repetition creates nothing.
 *
 * @param delayMs milliseconds until the first attempt, by the database's clock
 * @returns ids of the new deliveries
 */
export async function createDeliveries(
  transaction: TransactionScope,
  wakeUps: WakeUps,
  matches: readonly Match[],
  delayMs = 0,
): Promise<string[]> {
  if (matches.length === 0) return [];
  // All transactions insert in this order: two that insert the same keys in different orders deadlock.
  const sorted = matches.toSorted(bySubscriptionThenEvent);
  const subscriptionIds = sorted.map(({ subscription }) => subscription.id);
  const fresh = sorted.map(({ event, subscription, skipReason = null }) => ({
    id: uuidv7(),
    event_id: event.id,
    subscription_id: subscription.id,
    skip_reason: skipReason,
  }));
  const { rows } = await sql<{ id: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status, skip_reason)
    select id, event_id, subscription_id, now(), now(), case when skip_reason is null then ${fromNow(delayMs)} end,
      case when skip_reason is null then ${DeliveryStatus.PENDING} else ${DeliveryStatus.SKIPPED} end, skip_reason
    from ${unnestRows(fresh, deliveryColumns, 'fresh')}
    where subscription_id in (${isThere(subscriptionIds)})
    on conflict (event_id, subscription_id) do nothing
    returning id`.execute(transaction.em.getKysely<unknown>());
  if (delayMs === 0) transaction.afterCommit(wakeUps.deliveriesDue);
  return rows.map(({ id }) => id);
}

/** Selects and locks existing subscriptions, so that none is deleted before the transaction ends. */
function isThere(subscriptionIds: readonly string[]): RawBuilder<unknown> {
  return sql`select id from notification_subscription
    where id = any(${[...new Set(subscriptionIds)]}::uuid[]) order by id for key share`;
}

function bySubscriptionThenEvent(a: Match, b: Match): number {
  return compare(a.subscription.id, b.subscription.id) || compare(a.event.id, b.event.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
