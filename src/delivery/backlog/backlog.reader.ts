import { type Kysely, type RawBuilder, sql } from 'kysely';
import { deadJobQueue, planAnew } from '../../kit/data/index.ts';

/** Rows that are counted at most, so that a long backlog costs no more than this. */
export const countedAtMost = 10_000;

/** Written as in the partial index, so that the index is used. */
const isPending = sql`status = 'pending'`;

const nextWaiting = sql`select subscription_id from delivery where ${isPending}`;

/**
 * The subscriptions that have pending deliveries, for a statement that begins with `with recursive`. It steps from one to
 * the next along the index of pending deliveries: the cost depends on how many wait, never on the length of their backlogs.
 */
const waiting = sql`waiting as (
  (${nextWaiting} order by subscription_id limit 1)
  union all
  select (${nextWaiting} and delivery.subscription_id > waiting.subscription_id order by subscription_id limit 1)
  from waiting where waiting.subscription_id is not null
)`;

/** What each count of the backlog counts. */
const counts = {
  arrivedEventCount: sql`select from event_arrival`,
  fanOutPendingCount: sql`select from fan_out`,
  fanOutFailingCount: sql`select from fan_out where attempt_count > 0`,
  // Of each subscription what is due alone: retries that are due later may be many more.
  dueDeliveryCount: sql`with recursive ${waiting} select from waiting cross join lateral (
    select from delivery where ${isPending} and delivery.subscription_id = waiting.subscription_id
      and next_attempt_at <= now()) as due`,
  replayCount: sql`select from notification_subscription where gap_since is not null and is_active`,
  deadJobCount: sql`select from pgboss.job where name = ${deadJobQueue}`,
} satisfies Record<string, RawBuilder<unknown>>;

/** A count of the work that waits. */
export type BacklogCount = keyof typeof counts;

/** Counts the work of one kind that waits, up to `countedAtMost`. */
export async function countBacklog(kysely: Kysely<unknown>, count: BacklogCount): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`${planAnew}select count(*)::int as count from (${counts[count]} limit ${countedAtMost}) as counted`.execute(
    kysely,
  );
  return rows[0]?.count ?? 0;
}

/** When the delivery that waits longest was due; null while none waits. */
export async function oldestDue(kysely: Kysely<unknown>): Promise<Date | null> {
  const at = (await readOldestDue(kysely))?.at ?? null;
  return at === null ? null : new Date(at);
}

/** How long the delivery that waits longest has been due, in seconds; 0 while none waits. */
export async function oldestDueSeconds(kysely: Kysely<unknown>): Promise<number> {
  return (await readOldestDue(kysely))?.seconds ?? 0;
}

/** Reads the first pending delivery of each subscription that has one. */
async function readOldestDue(
  kysely: Kysely<unknown>,
): Promise<{ readonly at: string | null; readonly seconds: number | null } | undefined> {
  const { rows } = await sql<{ at: string | null; seconds: number | null }>`${planAnew}
    with recursive ${waiting}, first as (
      select (select min(next_attempt_at) from delivery
        where ${isPending} and delivery.subscription_id = waiting.subscription_id) as due_at from waiting
    ) select min(due_at) as at, extract(epoch from now() - min(due_at))::float8 as seconds from first where due_at <= now()`.execute(
    kysely,
  );
  return rows[0];
}

/** How long the event that is next in the queue of fan-outs has been due, in seconds; 0 while none is. */
export async function fanOutLagSeconds(kysely: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - due_at)::float8 as seconds from fan_out
    where due_at <= clock_timestamp() and died_at is null order by due_at, event_id limit 1`.execute(kysely);
  return rows[0]?.seconds ?? 0;
}
