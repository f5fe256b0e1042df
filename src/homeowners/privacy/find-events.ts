import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { Event } from '../../delivery/events/event.entity.ts';
import { visibleRows } from '../../kit/rights/index.ts';

/** Events that one statement looks through. */
const portionSize = 2_000;

/**
 * Looks through the next events behind an id: also those that have no position in the log yet. Ids grow with time.
 *
 * @param after null for the beginning
 * @returns the id to continue behind, null at the end, and the events that meet the condition
 */
export async function findInPortion(
  em: SqlEntityManager,
  after: string | null,
  condition: RawBuilder<unknown>,
): Promise<{ reached: string | null; matching: string[] }> {
  const behind = after === null ? sql`true` : sql`id > ${after}::uuid`;
  const { rows } = await sql<{ id: string; matches: boolean }>`
    select id, ${condition} as matches from ${visibleRows(em, Event)} where ${behind}
    order by id limit ${portionSize}`.execute(em.getKysely<unknown>());
  return {
    reached: rows.length < portionSize ? null : (rows.at(-1)?.id ?? null),
    matching: rows.filter(({ matches }) => matches).map(({ id }) => id),
  };
}
