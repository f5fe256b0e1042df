import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { logStart, type Position } from './cursor.ts';
import type { SequencedLog } from './sequenced-logs.ts';

const columns = ({ row }: SequencedLog): RawBuilder<unknown> => sql`position, epoch, ${row} as id`;

/** SQL condition on rows with their positions: the row comes after this one in the log. */
export function isBehind({ position }: Pick<Position, 'position'>): RawBuilder<boolean> {
  return sql`position > ${position}::bigint`;
}

/**
 * The same, but false for every row where the log no longer has the row that stood at the position: what follows there
 * is then not what follows for a reader who has been there.
 */
export function isNextTo(log: SequencedLog, place: Position): RawBuilder<boolean> {
  return place.epoch === 0 ? isBehind(place) : sql`(${isBehind(place)} and ${holds(log, place)})`;
}

/** The same for what comes before this one in the log. */
export function isBefore(log: SequencedLog, place: Position): RawBuilder<boolean> {
  return sql`(position < ${place.position}::bigint and ${place.epoch === 0 ? sql`true` : holds(log, place)})`;
}

function holds({ positions, row }: SequencedLog, { position, epoch, id }: Position): RawBuilder<boolean> {
  return sql`(select exists (select from ${positions} as held
    where held.position = ${position}::bigint and held.epoch = ${epoch}::integer and held.${row} = ${id}::uuid))`;
}

/**
 * Whether the log still has the row that stood at a position, and whether rows stand behind it. It names the order of the
 * index: without one PostgreSQL hopes to meet such a row soon, and reads the whole table.
 */
export async function lookBehind(
  em: SqlEntityManager,
  log: SequencedLog,
  place: Position,
): Promise<{ readonly isHeld: boolean; readonly hasMore: boolean }> {
  const { rows } = await sql<{ isHeld: boolean; hasMore: boolean }>`select
    ${place.epoch === 0 ? sql`true` : holds(log, place)} as "isHeld",
    (select true from ${log.positions} where ${isBehind(place)} order by position limit 1) is not null as "hasMore"`.execute(
    em.getKysely<unknown>(),
  );
  return rows[0] ?? { isHeld: false, hasMore: false };
}

export function logHead(em: SqlEntityManager, log: SequencedLog): Promise<Position> {
  return lastPosition(em, log, sql``);
}

/**
 * The last position that a log has in common with the one in which a reader has been at a place: an epoch ends where the
 * next one begins, and what stood behind that is lost.
 */
export function commonEnd(em: SqlEntityManager, log: SequencedLog, place: Omit<Position, 'id'>): Promise<Position> {
  return lastPosition(
    em,
    log,
    sql`where position <= least(${place.position}::bigint, (select after_position from log_epoch
      where log = ${log.name} and epoch > ${place.epoch}::integer order by epoch limit 1))`,
  );
}

async function lastPosition(
  em: SqlEntityManager,
  log: SequencedLog,
  condition: RawBuilder<unknown>,
): Promise<Position> {
  const { rows } = await sql<Position>`select ${columns(log)} from ${log.positions} ${condition}
    order by position desc limit 1`.execute(em.getKysely<unknown>());
  return rows[0] ?? logStart;
}
