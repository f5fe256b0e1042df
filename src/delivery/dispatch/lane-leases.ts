import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { planAnew, unnestRows } from '../../kit/data/index.ts';
import { replayedGap, waitsForEarlier } from './replay-order.ts';

/** Duration of a lease in milliseconds: after this time others take over from a process that died. */
export const leaseMs = 6_000;

const lease = sql`now() + ${sql.lit(leaseMs)} * interval '1 millisecond'`;
/** Written as in the partial index, so that the index is used. */
const isPending = sql`status = 'pending'`;

/**
 * Leases subscriptions that have due deliveries and no valid lease. The query steps from subscription to subscription
 * along the index of pending deliveries, so that its cost does not depend on the length of a backlog.
 *
 * @param held lanes that the owner holds already
 * @returns ids of the leased subscriptions
 */
export async function claimLanes(
  em: SqlEntityManager,
  owner: string,
  held: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  const next = sql`select subscription_id from delivery where ${isPending}`;
  const { rows } = await sql<{ id: string }>`${planAnew}
    with recursive waiting as (
      (${next} order by subscription_id limit 1)
      union all
      select (${next} and delivery.subscription_id > waiting.subscription_id order by subscription_id limit 1)
      from waiting where waiting.subscription_id is not null
    ), due as (
      select subscription_id from waiting
      where subscription_id <> all(${held}::uuid[])
        and (select min(next_attempt_at) from delivery
          where ${isPending} and delivery.subscription_id = waiting.subscription_id) <= now()
        and exists (select from notification_subscription where id = waiting.subscription_id)
        and not exists (select from delivery_lane
          where delivery_lane.subscription_id = waiting.subscription_id and leased_until > now() and owner <> ${owner})
      order by subscription_id limit ${limit}
    )
    insert into delivery_lane (subscription_id, owner, leased_until) select subscription_id, ${owner}::uuid, ${lease} from due
    on conflict (subscription_id) do update set owner = excluded.owner, leased_until = excluded.leased_until
      where delivery_lane.leased_until <= now() or delivery_lane.owner = excluded.owner
    returning subscription_id as id`.execute(em.getKysely<unknown>());
  return rows.map(({ id }) => id);
}

/** Renews leases. @returns the lanes that the owner still holds; other processes have the rest */
export async function renewLeases(
  em: SqlEntityManager,
  owner: string,
  lanes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with held as (select subscription_id from delivery_lane
      where owner = ${owner} and subscription_id = any(${lanes}::uuid[]) order by subscription_id for update)
    update delivery_lane set leased_until = ${lease} from held
    where delivery_lane.subscription_id = held.subscription_id
    returning delivery_lane.subscription_id as id`.execute(em.getKysely<unknown>());
  return new Set(rows.map(({ id }) => id));
}

/** Deletes leases of the owner, so that others can claim the lanes at once. */
export async function releaseLeases(em: SqlEntityManager, owner: string, lanes: readonly string[]): Promise<void> {
  await sql`delete from delivery_lane where owner = ${owner} and subscription_id = any(${lanes}::uuid[])`.execute(
    em.getKysely<unknown>(),
  );
}

/** Reads due deliveries of one subscription. */
export interface DueQuery {
  readonly subscriptionId: string;
  readonly limit: number;
}

/**
 * Ids of due deliveries for each query, in one statement; the earliest due first. Of those that a replay has created, the
 * first in the log alone.
 */
export async function readDueIds(
  em: SqlEntityManager,
  queries: readonly DueQuery[],
  disableAfterSeconds: number,
): Promise<string[][]> {
  const asked = queries.map(({ subscriptionId, limit }, query) => ({ lane: subscriptionId, size: limit, query }));
  const { rows } = await sql<{ id: string; query: number }>`${planAnew}
    select due.id, query from ${unnestRows(asked, { lane: 'uuid', size: 'int', query: 'int' }, 'asked')}
    left join lateral ${replayedGap('asked.lane', disableAfterSeconds)} as gap on true
    cross join lateral (
      select id, next_attempt_at from delivery
      where ${isPending} and subscription_id = asked.lane and next_attempt_at <= now()
        and not ${waitsForEarlier}
      order by next_attempt_at, id limit asked.size
    ) as due
    order by query, due.next_attempt_at, due.id`.execute(em.getKysely<unknown>());
  const ids = queries.map((): string[] => []);
  for (const { id, query } of rows) ids[query]?.push(id);
  return ids;
}
