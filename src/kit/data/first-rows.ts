import type { EntityClass } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { invalidField } from '../core/index.ts';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type Columns, groupsOf, type RowsOf, selectParts } from './reads.ts';

/** Items of a list without pages: as many as are read at most, and as may be written where all are needed at once. */
export const maxListed = 500;

/** The number of items to read. @throws AppError `INVALID_INPUT` outside 1 to `maxListed` */
export function listLength(first: number | null | undefined): number {
  if (first === undefined || first === null) return maxListed;
  if (Number.isInteger(first) && first >= 1 && first <= maxListed) return first;
  throw invalidField('/first', 'range', `first must be from 1 to ${maxListed}: further items come in pages.`);
}

interface Belonging<T> {
  readonly column: string;
  readonly keyOf: (row: T) => string | null;
  /** Which rows come first. */
  readonly order: RawBuilder<unknown>;
  /** The order of the result; `order` by default. */
  readonly given?: RawBuilder<unknown>;
}

/**
 * Makes batches that find the first rows that belong to each key. It is one for each length, so that all fields of a
 * level that want as many share their read.
 */
export function firstOf<T extends object>(
  entity: EntityClass<T>,
  belonging: Belonging<T>,
): (length: number) => RowsOf<T> {
  const batches = new Map<number, RowsOf<T>>();
  return (length) => {
    const batch = batches.get(length) ?? firstRows(entity, belonging, length);
    batches.set(length, batch);
    return batch;
  };
}

function firstRows<T extends object>(
  entity: EntityClass<T>,
  { column, keyOf, order, given = order }: Belonging<T>,
  length: number,
): RowsOf<T> {
  const read = async (em: SqlEntityManager, keys: readonly string[], asked: Columns = null) => {
    const table = sql.table(em.getMetadata().get(entity).tableName);
    const rows = await selectParts(
      em,
      entity,
      asked,
      sql`order by ${given}`,
      (seen) => sql`unnest(${[...keys]}::uuid[]) as owner(key) cross join lateral (
        select * from ${seen} where ${sql.ref(column)} = owner.key order by ${order} limit ${length}) as ${table}`,
    );
    return groupsOf(keys, rows, keyOf) as T[][];
  };
  return read;
}
