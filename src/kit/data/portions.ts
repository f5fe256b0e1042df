import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { longestResponse, operationLimits, tooLong } from '../core/index.ts';
import { visibleRows } from '../rights/index.ts';
import { readEqual } from './shared-reads.ts';
import { type Columns, type Part, type Row, selectShape, type Shape, type Table, tableOf, where } from './reads.ts';

/** The beginning of a list, and whether more rows follow. */
export interface Portion<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
}

/** Which rows to read, in which order. The portion ends with the row that makes it as large as `bytes`. */
export interface PortionQuery {
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly bytes: number;
}

/**
 * Reads the first rows of a list, at least one and at most `limit`, up to a number of bytes. They are counted where they
 * are stored: exact sizes are read only of the rows that fit by the estimate.
 */
export async function selectPortion<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  query: PortionQuery,
): Promise<Portion<T>> {
  return (await selectPortionParts(em, entity, null, query)) as Portion<T>;
}

async function selectPortionParts<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  query: PortionQuery,
): Promise<Portion<Part<T>>> {
  const table = tableOf(em, entity);
  const shape = table.part(asked);
  const statement = portionOf(table.alias, shape, visibleRows(em, entity), query);
  const rows = await readEqual(em, statement, shape.makeEntities);
  shape.hasLarge = rows.some(({ row_bytes: bytes }) => bytes > query.bytes / query.limit);
  return { rows: rows as readonly Part<T>[], hasMore: rows.at(-1)?.followed === true };
}

/**
 * The same at the price of a plain read where all rows fit for certain: it leaves large columns where they are, and
 * counts only when they may not fit.
 */
export async function selectSmallPortion<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  query: PortionQuery,
): Promise<Portion<Part<T>>> {
  const table = tableOf(em, entity);
  const shape = table.part(asked);
  const { columns, shownUnlessLarge, size, large, hasLarge, makeEntities } = shape;
  if (hasLarge) return selectPortionParts(em, entity, asked, query);
  const { conditions, order, limit, bytes } = query;
  if (large.length === 0) {
    const first = sql`${where(conditions)} order by ${order} limit ${limit + 1}`;
    const found = await selectShape<T>(em, shape, visibleRows(em, entity), first);
    return { rows: found.slice(0, limit), hasMore: found.length > limit };
  }
  const statement = sql<Row & { readonly is_large: boolean }>`
    select ${shownUnlessLarge}, is_large from (
      select *, sum(most_bytes) over () > ${bytes} as is_large from (
        select ${columns}, ${size.most} as most_bytes
        from ${visibleRows(em, entity)} ${where(conditions)} order by ${order} limit ${limit + 1}
      ) as ${table.alias}
    ) as ${table.alias} order by ${order}`;
  const rows = await readEqual(em, statement, makeEntities);
  if (rows.some(({ is_large: isLarge }) => isLarge)) return selectPortionParts(em, entity, asked, query);
  return { rows: rows.slice(0, limit) as readonly Part<T>[], hasMore: rows.length > limit };
}

/** Rows of a list that is given whole, in the most usual case. */
const usuallyAll = 500;

/** Reads a list to its end. @throws AppError `OVER_BUDGET` when no answer could hold it */
export async function selectWhole<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  { conditions, order }: Pick<PortionQuery, 'conditions' | 'order'>,
): Promise<readonly Part<T>[]> {
  const most = { conditions, order, bytes: longestResponse };
  const usual = await selectSmallPortion(em, entity, asked, { ...most, limit: usuallyAll });
  if (!usual.hasMore) return usual.rows;
  const all = await selectPortionParts(em, entity, asked, { ...most, limit: operationLimits.nodes });
  if (all.hasMore) throw tooLong();
  return all.rows;
}

type Weighed = Row & { readonly row_bytes: number; readonly followed: boolean | null };

function portionOf(
  alias: Table['alias'],
  { columns, shown, size }: Shape,
  seen: RawBuilder<unknown>,
  { conditions, order, limit, bytes }: PortionQuery,
) {
  const isWithin = sql`portion_bytes - row_bytes < ${bytes}`;
  const upwards = sql`(order by ${order} rows unbounded preceding)`;
  const estimated = sql`
    select ${columns}, lead(true) over portion as followed,
      ${size.estimate} as row_bytes, sum(${size.estimate}) over portion as portion_bytes
    from ${seen} ${where(conditions)} window portion as ${upwards} order by ${order} limit ${limit}`;
  // Without "offset" PostgreSQL would work out each exact size twice.
  const exact = sql`
    select *, sum(row_bytes) over ${upwards} as portion_bytes from (
      select ${columns}, followed, ${size.exact} as row_bytes from (${estimated}) as ${alias} where ${isWithin} offset 0
    ) as ${alias}`;
  return sql<Weighed>`select ${shown}, followed, row_bytes from (${size.exact === null ? estimated : exact}) as ${alias}
    where ${isWithin} order by ${order}`;
}
