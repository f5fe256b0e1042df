import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { type Column, mayBeLarge, type RowSize, rowSize } from './row-size.ts';
import { visibleRows } from '../sight/visible-rows.ts';

/**
 * Fast reads: plain rows in the shape of an entity, without the identity map and change tracking that only writes
 * need. One statement each, so that nested GraphQL reads can be counted. Lazy properties are left out.
 */
export async function select<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  clauses: RawBuilder<unknown>,
  /** In place of the rows that are seen, under the name of the table and with its columns. */
  from: (rows: RawBuilder<unknown>) => RawBuilder<unknown> = (rows) => rows,
): Promise<T[]> {
  const table = tableOf(em, entity);
  const seen = from(visibleRows(em, entity));
  const { rows } = await sql<Row>`select ${table.columns} from ${seen} ${clauses}`.execute(em.getKysely<unknown>());
  return rows.map((row) => table.toEntity(row) as T);
}

/** The first row of a read, or null. */
export async function selectOne<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  clauses: RawBuilder<unknown>,
): Promise<T | null> {
  return (await select(em, entity, clauses))[0] ?? null;
}

/** `and`ed conditions as a where clause; none at all is no clause. */
export function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** A row as the driver returns it, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** How an entity is stored. */
export interface Table {
  /** The name of subqueries in its place. Reads take its rows from `visibleRows`. */
  readonly alias: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** The same, but null in place of columns that may be large, in rows that meet the condition `is_large`. */
  readonly columnsUnlessLarge: RawBuilder<unknown>;
  readonly size: RowSize;
  /** Whether rows that were read last were too large to be many: `portions.ts` counts their bytes at once then. */
  hasLarge: boolean;
  toEntity(row: Row): object;
}

const tables = new WeakMap<object, Table>();

/** Taken from MikroORM's own metadata so that names are written down once. */
export function tableOf(em: SqlEntityManager, entity: EntityClass<object>): Table {
  const known = tables.get(entity);
  if (known !== undefined) return known;
  const { tableName, props } = em.getMetadata().get(entity);
  const shown = props.filter(({ lazy }) => lazy !== true);
  const fields = shown.map(({ name, fieldNames, runtimeType, columnTypes }) => ({
    property: name,
    column: String(fieldNames[0]),
    type: String(columnTypes[0]),
    isDate: runtimeType === 'Date',
  }));
  const table: Table = {
    alias: sql.table(tableName),
    columns: sql.join(fields.map(({ column }) => sql.ref(`${tableName}.${column}`))),
    columnsUnlessLarge: sql.join(
      fields.map((field) => (mayBeLarge(field) ? unlessLarge(field) : sql.ref(field.column))),
    ),
    size: rowSize(fields),
    hasLarge: false,
    toEntity: (row) => {
      const values: Record<string, unknown> = {};
      for (const { property, column, isDate } of fields) {
        const value = row[column];
        values[property] = isDate && typeof value === 'string' ? new Date(value) : value;
      }
      return values;
    },
  };
  tables.set(entity, table);
  return table;
}

function unlessLarge({ column }: Column): RawBuilder<unknown> {
  return sql`case when not is_large then ${sql.ref(column)} end as ${sql.ref(column)}`;
}

/** Reads many keys in one statement and answers in the order of the keys, as DataLoader wants it. */
export type Batch<Key, Value> = (em: SqlEntityManager, keys: readonly Key[]) => Promise<readonly Value[]>;

/** A batch that finds rows by id; an unknown id gives null. */
export function byId<T extends { id: string }>(entity: EntityClass<T>): Batch<string, T | null> {
  return async (em, ids) => {
    const rows = await select(em, entity, sql`where id in (${sql.join([...ids])})`);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  };
}

/** A batch that finds the rows that belong to each key, in the order that the clause gives them. */
export function allOf<T extends object>(
  entity: EntityClass<T>,
  column: string,
  keyOf: (row: T) => string | null,
  order: RawBuilder<unknown>,
): Batch<string, T[]> {
  return async (em, keys) => {
    const rows = await select(em, entity, sql`where ${sql.ref(column)} in (${sql.join([...keys])}) order by ${order}`);
    return groupsOf(keys, rows, keyOf);
  };
}

/** The rows of each key, in the order of the keys; none for a key without rows. */
export function groupsOf<T>(keys: readonly string[], rows: readonly T[], keyOf: (row: T) => string | null): T[][] {
  const groups = Map.groupBy(rows, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}
