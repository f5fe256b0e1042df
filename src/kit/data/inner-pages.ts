import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { countOfEach } from './counts.ts';
import { Keyset, type Listed, type UsualOrder } from './list-order.ts';
import { type CountedPage, type PageRequest, pageSize, toPage } from './page.ts';
import { type Columns, groupsOf, type Part, type RowBatch, selectParts, where } from './reads.ts';

/** The page wanted of what belongs to one object. */
export interface InnerPage {
  readonly of: string;
  readonly page: PageRequest;
}

interface Belonging<T> {
  readonly column: string;
  readonly keyOf: (row: T) => string | null;
  readonly order: UsualOrder;
}

/**
 * Makes a batch for the DataLoader: pages of what belongs to many objects. Equal page arguments share one statement, and
 * their counts another one, which runs when the first of them is requested.
 */
export function pagesOf<T extends Listed>(
  entity: EntityClass<T>,
  belonging: Belonging<T>,
): RowBatch<InnerPage, CountedPage<T>, CountedPage<Part<T>>> {
  const read = async (em: SqlEntityManager, wanted: readonly InnerPage[], columns: Columns = null) => {
    const groups = Map.groupBy(wanted, ({ page }) => `${page.first ?? ''} ${page.after ?? ''}`);
    const pages = new Map<InnerPage, CountedPage<Part<T>>>();
    for (const group of groups.values()) {
      const found = await readPages(em, entity, belonging, group, columns);
      for (const [at, page] of found.entries()) pages.set(group[at] as InnerPage, page);
    }
    // Whole rows where no columns are named: `RowBatch` says so.
    return wanted.map((one) => pages.get(one) as CountedPage<T>);
  };
  return read;
}

async function readPages<T extends Listed>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  { column, keyOf, order }: Belonging<T>,
  wanted: readonly InnerPage[],
  columns: Columns,
): Promise<CountedPage<Part<T>>[]> {
  const page = wanted[0]?.page ?? {};
  const size = pageSize(page);
  const keyset = new Keyset(order);
  const keys = wanted.map(({ of }) => of);
  const table = sql.table(em.getMetadata().get(entity).tableName);
  const conditions = where([sql`${sql.ref(column)} = owner.key`, ...keyset.after(page.after)]);
  const rows = await selectParts(
    em,
    entity,
    columns,
    sql`order by ${keyset.order}`,
    (seen) => sql`unnest(${[...new Set(keys)]}::uuid[]) as owner(key) cross join lateral (
      select * from ${seen} ${conditions} order by ${keyset.order} limit ${size + 1}) as ${table}`,
  );
  let counts: Promise<ReadonlyMap<string, number>> | undefined;
  const countAll = async (key: string): Promise<number> => {
    counts ??= countOfEach(em, entity, column, keys);
    return (await counts).get(key) ?? 0;
  };
  return groupsOf(keys, rows, keyOf).map((group, at) => ({
    // What the cursor names is small, and read always.
    ...toPage(group, size, (row) => keyset.cursorOf(row as T)),
    countAll: () => countAll(keys[at] ?? ''),
  }));
}
