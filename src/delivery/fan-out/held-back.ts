import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { isAfter } from '../../kit/live/index.ts';
import {
  inTransaction,
  type JobQueue,
  type RequestScope,
  type TransactionScope,
  unnestRows,
} from '../../kit/data/index.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveryDead } from '../deliveries/delivery.events.ts';
import type { Event } from '../events/event.entity.ts';
import type { DueDelivery } from './due-delivery.ts';
import type { Match } from './new-deliveries.ts';
import { tellHeldBack, type TellHeldBackData } from './tell-held-back.task.ts';

/** SQL condition: a delivery to the subscription was given up in the last hour. */
const hasDied = sql`exists (select from dead_notice where subscription_id = notification_subscription.id
  and died_at > now() - interval '1 hour')`;

/**
 * SQL condition: a subscription whose own attempts fail gets no further `delivery.dead` now. Failing subscriptions that
 * report each other's dead deliveries would multiply them. Each gets one at a time and one an hour; the rest is held
 * back until an attempt succeeds.
 */
export const isHoldingBack: RawBuilder<boolean> = sql`(failing_since is not null and (${hasDied}
  or exists (select from delivery where subscription_id = notification_subscription.id
    and status = ${DeliveryStatus.PENDING})))`;

/** A match that is held back, with the position of its event. */
export interface HeldBack {
  readonly match: Match;
  readonly place: { readonly position: string };
}

/**
 * Stores what is held back.
 *
 * @returns the matches to deliver now, because an attempt of the subscription has succeeded in the meantime
 */
export async function holdBack(transaction: TransactionScope, held: readonly HeldBack[]): Promise<Match[]> {
  if (held.length === 0) return [];
  const first = new Map<string, string>();
  for (const { match, place } of held) {
    const position = first.get(match.subscription.id);
    if (position === undefined || isAfter({ position }, place)) first.set(match.subscription.id, place.position);
  }
  const { rows } = await sql<{ id: string }>`
    select id from notification_subscription
    where id = any(${[...first.keys()]}::uuid[]) and failing_since is not null
    order by id for no key update`.execute(transaction.em.getKysely<unknown>());
  const failing = new Set(rows.map(({ id }) => id));
  await note(
    transaction,
    [...first].filter(([id]) => failing.has(id)),
  );
  return held.map(({ match }) => match).filter(({ subscription }) => !failing.has(subscription.id));
}

/**
 * Deletes a delivery of `delivery.dead` that was created before the first failure of its subscription, and holds it back.
 *
 * @returns whether it did
 */
export async function takeBack(scope: RequestScope, { delivery, event, subscription }: DueDelivery): Promise<boolean> {
  const { id, attemptCount } = delivery;
  if (event.type !== deliveryDead.name || attemptCount > 0 || subscription.failingSince === null) return false;
  return inTransaction(scope, async (transaction) => {
    const kysely = transaction.em.getKysely<unknown>();
    const holding = await sql`select from notification_subscription
      where id = ${subscription.id} and failing_since is not null
        and (${hasDied} or exists (select from delivery where subscription_id = notification_subscription.id
          and status = ${DeliveryStatus.PENDING} and delivery.id <> ${id}))
      for no key update`.execute(kysely);
    if (holding.rows.length === 0) return false;
    const { rows } = await sql`delete from delivery
      where id = ${id} and status = ${DeliveryStatus.PENDING} and attempt_count = 0 returning id`.execute(kysely);
    if (rows.length > 0) await note(transaction, [[subscription.id, event.position ?? '1']]);
    return rows.length > 0;
  });
}

/** Stores for each subscription the position of the first event that is held back. */
async function note({ em }: TransactionScope, held: readonly (readonly [id: string, since: string])[]): Promise<void> {
  if (held.length === 0) return;
  const rows = held.map(([id, since]) => ({ id, since }));
  await sql`
    insert into dead_notice (subscription_id, held_since)
    select id, since::bigint from ${unnestRows(rows, { id: 'uuid', since: 'text' }, 'held')}
    order by id
    on conflict (subscription_id) do update set held_since = least(dead_notice.held_since, excluded.held_since)`.execute(
    em.getKysely<unknown>(),
  );
}

/** Enqueues the delivery of what was held back, after a successful attempt. The transaction has locked the subscriptions. */
export async function release(transaction: TransactionScope, jobs: JobQueue, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<TellHeldBackData>`
    with held as (select subscription_id as id, held_since from dead_notice
      where subscription_id = any(${[...ids]}::uuid[]) and held_since is not null)
    update dead_notice set held_since = null from held where subscription_id = held.id
    returning held.id as "subscriptionId", held.held_since::text as "from"`.execute(
    transaction.em.getKysely<unknown>(),
  );
  await jobs.enqueue(
    transaction,
    tellHeldBack,
    rows.map((data) => ({ data })),
  );
}

/** Whether an event is held back from a subscription now. */
export async function isHeldBack(
  em: SqlEntityManager,
  { id }: NotificationSubscription,
  { position }: Pick<Event, 'position'>,
): Promise<boolean> {
  const { rows } = await sql<{ heldSince: string | null }>`
    select held_since as "heldSince" from dead_notice where subscription_id = ${id}`.execute(em.getKysely<unknown>());
  const since = rows[0]?.heldSince ?? null;
  return since !== null && (position === null || !isAfter({ position: since }, { position }));
}
