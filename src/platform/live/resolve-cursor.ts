import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { CursorExpiredError } from '../kernel/errors.ts';
import { firstCursor, logStart, parseCursor, type Position } from './cursor.ts';
import { hasRowsUpTo } from './log-order.ts';

/**
 * Finds the place that a client's cursor names, before anything is read from there; no cursor is no place. A cursor
 * may be from the server on which the log was written before it was restored here.
 *
 * @throws CursorExpiredError unless the event that it names is still in this log: then nothing behind it is missing
 */
export async function resolveCursor(em: SqlEntityManager, cursor: string | null | undefined): Promise<Position | null> {
  if (cursor === null || cursor === undefined) return null;
  if (cursor === firstCursor) return logStart;
  const named = parseCursor(cursor);
  if (named === null) throw new CursorExpiredError(firstCursor);
  const { transaction, sequence, idEnd } = named;
  const { rows } = await sql<Position>`select transaction, sequence from (
      select id, transaction, sequence from event
        where transaction = ${transaction}::xid8 and sequence = ${sequence}::bigint
      union all
      select id, transaction, sequence from event where former_sequence = ${sequence}::bigint
    ) as place where right(id::text, 8) = ${idEnd} limit 1`.execute(em.getKysely<unknown>());
  if (rows[0] === undefined) throw new CursorExpiredError(firstCursor);
  return rows[0];
}

/**
 * Makes sure, after a read, that nothing between its place and its first event had been pruned: what is pruned is
 * always a beginning of the log, so that whatever is kept up to the place shows that all behind it is kept as well.
 *
 * @throws CursorExpiredError
 */
export async function requireKept(em: SqlEntityManager, place: Position): Promise<void> {
  if (place.transaction === logStart.transaction) return;
  if (!(await hasRowsUpTo(em, 'event', place))) throw new CursorExpiredError(firstCursor);
}
