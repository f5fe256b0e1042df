import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';

/** About how many deliveries and attempts one statement deletes, in a fraction of a second. */
const maxRows = 2_000;

/**
 * Deletes some of the deliveries that meet a condition, with their attempts. The number is limited to keep the
 * transaction short, because readers of the log wait for it.
 *
 * @returns how many deliveries; 0 when none are left
 */
export async function pruneDeliveries(em: SqlEntityManager, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    delete from delivery where id in (
      select id from (
        select id, sum(1 + attempt_count) over (order by id rows unbounded preceding) - attempt_count as rows_before
        from (select id, attempt_count from delivery where ${condition} limit ${maxRows}) as first_ones
      ) as counted where rows_before <= ${maxRows}
    ) returning 1`.execute(em.getKysely<unknown>());
  return rows.length;
}

/**
 * Deletes attempts that started before a time, from the beginning of their log. Their deliveries keep their count.
 *
 * @returns how many; 0 when none are left
 */
export async function pruneAttempts(em: SqlEntityManager, end: Date): Promise<number> {
  const { rows } = await sql`
    delete from delivery_attempt where id in (
      select id from (
        select id, started_at from delivery_attempt order by id limit ${maxRows}
      ) as first_ones where started_at < ${end.toISOString()}::timestamptz
    ) returning 1`.execute(em.getKysely<unknown>());
  return rows.length;
}

/** Positions of attempts that are kept: a reader that is further behind is refused. */
const keptPositions = 10_000;

/**
 * Deletes positions of attempts that no reader needs.
 *
 * @param read SQL of the last position that a reader has read which must miss none
 * @returns how many; 0 when none are left
 */
export async function pruneAttemptPositions(em: SqlEntityManager, read: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    delete from attempt_position where position in (
      select position from attempt_position
      where position <= least((select max(position) from attempt_position) - ${sql.lit(keptPositions)}, ${read})
      order by position limit ${maxRows}
    ) returning 1`.execute(em.getKysely<unknown>());
  return rows.length;
}
