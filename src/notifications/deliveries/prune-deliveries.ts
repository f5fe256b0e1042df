import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';

/** Deliveries and attempts that one statement deletes, about: it takes a small part of a second. */
const maxRows = 2_000;

/**
 * Deletes some of the deliveries that meet a condition, with their attempts: only so many that the transaction is a
 * short one, because readers of the log wait for it.
 *
 * @returns how many deliveries; with none there are none left
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
