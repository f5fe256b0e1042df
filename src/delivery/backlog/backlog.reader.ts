import { type Kysely, type RawBuilder, sql } from 'kysely';
import { deadJobQueue } from '../../kit/data/index.ts';

/** Rows that are counted at most, so that a long backlog costs no more than this. */
export const countedAtMost = 10_000;

/** What each count of the backlog counts. */
const counts = {
  fanOutPendingCount: sql`select from fan_out`,
  fanOutFailingCount: sql`select from fan_out where attempt_count > 0`,
  dueDeliveryCount: sql`select from delivery where status = 'pending' and next_attempt_at <= now()`,
  deadJobCount: sql`select from pgboss.job where name = ${deadJobQueue}`,
} satisfies Record<string, RawBuilder<unknown>>;

/** A count of the work that waits. */
export type BacklogCount = keyof typeof counts;

/** Counts the work of one kind that waits, up to `countedAtMost`. */
export async function countBacklog(kysely: Kysely<unknown>, count: BacklogCount): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${counts[count]} limit ${countedAtMost}) as counted`.execute(kysely);
  return rows[0]?.count ?? 0;
}

/** When the delivery that waits longest was due; null while none waits. */
export async function oldestDue(kysely: Kysely<unknown>): Promise<Date | null> {
  const { rows } = await sql<{
    at: string | null;
  }>`select min(next_attempt_at) as at from delivery where status = 'pending' and next_attempt_at <= now()`.execute(
    kysely,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}
