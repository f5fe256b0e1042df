import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Position } from './cursor.ts';

/**
 * The order of a log whose rows carry the id of their transaction and a sequence. A reader sees only rows whose
 * transaction is older than every one still open: a late commit then lands ahead of each cursor, never behind it.
 */
export const isSettled = sql`transaction < pg_snapshot_xmin(pg_current_snapshot())`;

export function isBehind({ transaction, sequence }: Position): ReturnType<typeof sql> {
  return sql`(transaction, sequence) > (${transaction}::xid8, ${sequence}::bigint)`;
}

/** The position of the last row that readers see. */
export async function logHead(em: SqlEntityManager, table: string): Promise<Position> {
  const { rows } = await sql<Position>`select transaction, sequence from ${sql.table(table)}
    where ${isSettled} order by transaction desc, sequence desc limit 1`.execute(em.getKysely<unknown>());
  return rows[0] ?? { transaction: '0', sequence: '0' };
}

/** Whether rows were committed behind a position that readers may not see yet, because an older transaction is open. */
export async function hasRowsBehind(em: SqlEntityManager, table: string, position: Position): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${isBehind(position)} limit 1`.execute(
    em.getKysely<unknown>(),
  );
  return rows.length > 0;
}
