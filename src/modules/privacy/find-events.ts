import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { Event } from '../../events/event.entity.ts';
import type { Position } from '../../platform/live/cursor.ts';
import { isBehind } from '../../platform/live/log-order.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';

/** Events that one statement looks through. */
const portionSize = 2_000;

/**
 * Looks through the next events behind a position.
 *
 * @returns the position to continue behind, null at the end of the log, and the events that meet the condition
 */
export async function findInPortion(
  em: SqlEntityManager,
  after: Position,
  condition: RawBuilder<unknown>,
): Promise<{ reached: Position | null; matching: string[] }> {
  const { rows } = await sql<Position & { id: string; matches: boolean }>`
    select id, transaction, sequence, ${condition} as matches from ${visibleRows(em, Event)} where ${isBehind(after)}
    order by transaction, sequence limit ${portionSize}`.execute(em.getKysely<unknown>());
  return {
    reached: rows.length < portionSize ? null : (rows.at(-1) ?? null),
    matching: rows.filter(({ matches }) => matches).map(({ id }) => id),
  };
}
