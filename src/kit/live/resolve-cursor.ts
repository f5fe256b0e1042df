import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { CursorExpiredError } from '../core/index.ts';
import { cursorOf, firstCursor, logStart, type Named, parseCursor, type Position } from './cursor.ts';
import { commonEnd, lookBehind } from './log-order.ts';
import { eventLog } from './sequenced-logs.ts';

/**
 * Finds the position that a client's cursor names, before anything is read from there; no cursor is no position.
 *
 * @throws CursorExpiredError unless the event that it names is still in this log, where it was: then nothing behind it
 *   is missing
 */
export async function resolveCursor(em: SqlEntityManager, cursor: string | null | undefined): Promise<Position | null> {
  if (cursor === null || cursor === undefined) return null;
  if (cursor === firstCursor) return logStart;
  const named = parseCursor(cursor);
  if (named === null) throw new CursorExpiredError(firstCursor);
  const found = await find(em, named);
  if (found !== null) return found;
  throw 'epoch' in named ? await expired(em, named) : new CursorExpiredError(firstCursor);
}

async function find(em: SqlEntityManager, named: Named): Promise<Position | null> {
  const place =
    'epoch' in named
      ? sql`position = ${named.position}::bigint and epoch = ${named.epoch}::integer`
      : sql`event_id = any(array(select id from event where former_sequence = ${named.formerSequence}::bigint))`;
  const { rows } = await sql<Position>`select position, epoch, event_id as id from event_position
    where ${place} and right(event_id::text, 8) = ${named.idEnd} limit 1`.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/**
 * Makes sure that the log still has the event at a position: what is pruned is always a beginning of the log, so that all
 * behind it is kept as well. What was lost with a server is an end of it.
 *
 * @throws CursorExpiredError
 */
export async function requireKept(em: SqlEntityManager, place: Position): Promise<void> {
  if (!(await lookBehind(em, eventLog, place)).isHeld) throw await expired(em, place);
}

/** Where a reader of this position can go on: behind the last event that the log had in common with what it has read. */
export async function expired(em: SqlEntityManager, place: Omit<Position, 'id'>): Promise<CursorExpiredError> {
  const end = await commonEnd(em, eventLog, place);
  return new CursorExpiredError(firstCursor, end.epoch === 0 ? null : cursorOf(end));
}
