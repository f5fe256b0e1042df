import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { where } from '../database/reads.ts';
import { logStart, type Position } from './cursor.ts';

const thisDatabase = sql`(select oid from pg_database where datname = current_database())`;

/**
 * The oldest transaction that is still open and may write to this log. PostgreSQL numbers the transactions of all its
 * databases in one row, and `pg_snapshot_xmin` knows no database: so one is passed over when it is seen in another
 * database, in a session or prepared, and counts when that is unknown (just finished). The views `pg_stat_activity` and
 * `pg_prepared_xacts` would say the same, but to plan them takes longer than all the rest of a read.
 */
const oldestOpen = sql`coalesce((
  select open from pg_snapshot_xip(pg_current_snapshot()) as open
  where not exists (
    select from pg_stat_get_activity(null) where backend_xid = open::xid and datid <> ${thisDatabase}
  ) and not exists (
    select from pg_prepared_xact() as prepared where prepared.transaction = open::xid and dbid <> ${thisDatabase}
  )
  order by open limit 1
), pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * The order of a log whose rows carry the id of their transaction and a sequence. A reader sees only rows whose
 * transaction is older than every one still open: a late commit then lands ahead of each cursor, never behind it.
 */
export const isSettled = sql`transaction < ${oldestOpen}`;

/** Condition on a table: its row comes after this position in the log. */
export function isBehind({ transaction, sequence }: Position): ReturnType<typeof sql> {
  return sql`(transaction, sequence) > (${transaction}::xid8, ${sequence}::bigint)`;
}

/** The position of the last row that readers see. */
export function logHead(em: SqlEntityManager, table: string): Promise<Position> {
  return lastPosition(em, table, [isSettled]);
}

/** The position of the last row that was committed, though an older transaction may still keep readers from it. */
export function logEnd(em: SqlEntityManager, table: string): Promise<Position> {
  return lastPosition(em, table, []);
}

async function lastPosition(
  em: SqlEntityManager,
  table: string,
  conditions: readonly RawBuilder<unknown>[],
): Promise<Position> {
  const { rows } = await sql<Position>`select transaction, sequence from ${sql.table(table)}
    ${where(conditions)} order by transaction desc, sequence desc limit 1`.execute(em.getKysely<unknown>());
  return rows[0] ?? logStart;
}

/** Whether rows were committed behind a position that readers may not see yet, because an older transaction is open. */
export function hasRowsBehind(em: SqlEntityManager, table: string, position: Position): Promise<boolean> {
  return hasRows(em, table, isBehind(position));
}

/** Whether the log has a row at a position or before it. */
export function hasRowsUpTo(em: SqlEntityManager, table: string, position: Position): Promise<boolean> {
  const { transaction, sequence } = position;
  return hasRows(em, table, sql`(transaction, sequence) <= (${transaction}::xid8, ${sequence}::bigint)`);
}

/** In the order of the index: without one PostgreSQL hopes to meet such a row soon, and reads the whole table. */
async function hasRows(em: SqlEntityManager, table: string, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition}
    order by transaction, sequence limit 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}
