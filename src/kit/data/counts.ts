import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { visibleRows } from '../rights/index.ts';
import { readEqual } from './shared-reads.ts';
import { where } from './reads.ts';

/** Rows that are counted at most: to count a long log would read all of it. */
export const mostCounted = 10_000;

/** How many rows the caller sees that meet the conditions; `mostCounted` stands for that many or more. */
export async function countRows(
  em: SqlEntityManager,
  entity: EntityClass<object>,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number> {
  return countFrom(em, sql`${visibleRows(em, entity)} ${where(conditions)}`);
}

/** The same for what follows FROM. */
export async function countFrom(em: SqlEntityManager, from: RawBuilder<unknown>): Promise<number> {
  const counting = sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${from} limit ${mostCounted}) as counted`;
  const rows = await readEqual(em, counting);
  return rows[0]?.count ?? 0;
}

/** The same for the rows that belong to each key, in one statement and in the order of the keys. */
export async function countOfEach(
  em: SqlEntityManager,
  entity: EntityClass<object>,
  column: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counting = sql<{ key: string; count: number }>`
    select owner.key, of_owner.count from unnest(${[...new Set(keys)]}::uuid[]) as owner(key) cross join lateral (
      select count(*)::int as count from (
        select 1 from ${visibleRows(em, entity)} where ${sql.ref(column)} = owner.key limit ${mostCounted}) as counted
    ) as of_owner`;
  const rows = await readEqual(em, counting);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
