import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';

/**
 * Fast reads: plain rows in the shape of an entity, without the identity map and change tracking that only writes
 * need. One statement each, so that nested GraphQL reads can be counted.
 */
export async function select<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  clauses: RawBuilder<unknown>,
): Promise<T[]> {
  const table = tableOf(em, entity);
  const { rows } = await sql<Row>`select ${table.columns} from ${table.name} ${clauses}`.execute(
    em.getKysely<unknown>(),
  );
  return rows.map((row) => table.toEntity(row) as T);
}

/** The beginning of a list, and whether it ended because it was long enough: then more rows may follow. */
export interface Portion<T> {
  readonly rows: readonly T[];
  readonly isFull: boolean;
}

/** Which part of a list is wanted, in which order; it ends with the row that makes it as large as `bytes`. */
export interface PortionQuery {
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly order: RawBuilder<unknown>;
  /** Bytes of a row, as an expression that leaves its large columns where they are. */
  readonly size: RawBuilder<unknown>;
  readonly limit: number;
  readonly bytes: number;
}

/** Reads the first rows of a list, at least one and at most `limit`, up to a number of bytes. */
export async function selectPortion<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  { conditions, order, size, limit, bytes }: PortionQuery,
): Promise<Portion<T>> {
  const table = tableOf(em, entity);
  const { rows } = await sql<Row & { readonly portion_bytes: string }>`
    select ${table.columns}, portion_bytes from (
      select ${table.columns}, ${size} as row_bytes,
        sum(${size}) over (order by ${order} rows unbounded preceding) as portion_bytes
      from ${table.name} ${where(conditions)} order by ${order} limit ${limit}
    ) as ${table.name} where portion_bytes - row_bytes < ${bytes} order by ${order}`.execute(em.getKysely<unknown>());
  const isFull = rows.length === limit || Number(rows.at(-1)?.portion_bytes ?? 0) >= bytes;
  return { rows: rows.map((row) => table.toEntity(row) as T), isFull };
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

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly name: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  toEntity(row: Row): object;
}

const tables = new WeakMap<object, Table>();

/** How an entity is stored, taken from MikroORM's own metadata so that names are written down once. */
function tableOf(em: SqlEntityManager, entity: EntityClass<object>): Table {
  const known = tables.get(entity);
  if (known !== undefined) return known;
  const { tableName, props } = em.getMetadata().get(entity);
  const fields = props.map(({ name, fieldNames, runtimeType }) => ({
    property: name,
    column: String(fieldNames[0]),
    isDate: runtimeType === 'Date',
  }));
  const table: Table = {
    name: sql.table(tableName),
    columns: sql.join(fields.map(({ column }) => sql.ref(`${tableName}.${column}`))),
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
    const groups = Map.groupBy(rows, keyOf);
    return keys.map((key) => groups.get(key) ?? []);
  };
}
