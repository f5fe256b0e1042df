import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { type Column, mayBeLarge, type RowSize, rowSize } from './row-size.ts';
import { notFound } from '../core/index.ts';
import { requireUuid } from '../input/index.ts';
import { visibleRows } from '../rights/index.ts';
import { readEqual, SharedReads } from './shared-reads.ts';
import { unnestRows } from './unnest-rows.ts';

/** The properties of a row that are requested; null stands for all. What is always small comes unasked. */
export type Columns = ReadonlySet<string> | null;

/** A row as far as it was read. It is no whole row, and stands for one only where a field of it is shown. */
export type Part<T> = { readonly [Name in keyof T]?: T[Name] };

/** In place of the rows that are seen, under the name of the table and with its columns. */
type From = (rows: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Fast reads: plain rows in the shape of an entity, without the identity map and change tracking that only writes
 * need. One statement each, so that nested GraphQL reads can be counted. Lazy properties are left out.
 */
export async function select<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  clauses: RawBuilder<unknown>,
  from?: From,
): Promise<T[]> {
  return (await selectParts(em, entity, null, clauses, from)) as T[];
}

/** The same, without the large columns that nobody requests. */
export async function selectParts<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  clauses: RawBuilder<unknown>,
  from: From = (rows) => rows,
): Promise<Part<T>[]> {
  const rows = await selectShape<T>(em, tableOf(em, entity).part(asked), from(visibleRows(em, entity)), clauses);
  // Their list is not shared.
  return [...rows];
}

/** The rows of a source, of which one shape is read. */
export async function selectShape<T extends object>(
  em: SqlEntityManager,
  shape: Shape,
  seen: RawBuilder<unknown>,
  clauses: RawBuilder<unknown>,
): Promise<readonly Part<T>[]> {
  return (await readEqual(em, selection(shape, seen, clauses), shape.makeEntities)) as readonly Part<T>[];
}

function selection({ shown }: Shape, seen: RawBuilder<unknown>, clauses: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`select ${shown} from ${seen} ${clauses}`;
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

/** A row as the driver returns it, by the names of what is shown. */
export type Row = Record<string, unknown>;

export interface Shape {
  /** The properties that may be large. */
  readonly large: readonly string[];
  readonly columns: RawBuilder<unknown>;
  /** The same under the names of the properties. */
  readonly shown: RawBuilder<unknown>;
  /** The same, but null in place of columns that may be large, in rows that meet the condition `is_large`. */
  readonly shownUnlessLarge: RawBuilder<unknown>;
  /** Of these columns. */
  readonly size: RowSize;
  /** Whether rows that were read last were too large to be many: `portions.ts` counts their bytes at once then. */
  hasLarge: boolean;
  /** Makes what was read as shown entities, in place. */
  makeEntities(rows: readonly Row[]): void;
}

/** How an entity is stored. */
export interface Table {
  /** The name of subqueries in its place. Reads take its rows from `visibleRows`. */
  readonly alias: RawBuilder<unknown>;
  /** The shape of rows as far as they are requested. */
  part(asked: Columns): Shape;
}

interface StoredField extends Column {
  readonly property: string;
  readonly isDate: boolean;
}

/** Shapes that are kept of each table: clients choose them. */
const mostParts = 100;

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
  const shapeOf = (read: readonly StoredField[]): Shape => makeShape(em, tableName, read);
  const whole = shapeOf(fields);
  const parts = new Map<string, Shape>();
  const partOf = (asked: ReadonlySet<string>): Shape => {
    const read = fields.filter((field) => asked.has(field.property) || !mayBeLarge(field));
    const name = read.map(({ property }) => property).join();
    const part = parts.get(name) ?? shapeOf(read);
    if (parts.size === mostParts) parts.clear();
    parts.set(name, part);
    return part;
  };
  // Documents are kept, and with them the sets of their columns.
  const partsOfSets = new WeakMap<ReadonlySet<string>, Shape>();
  const table: Table = {
    alias: sql.table(tableName),
    part: (asked) => {
      if (asked === null) return whole;
      const part = partsOfSets.get(asked) ?? partOf(asked);
      partsOfSets.set(asked, part);
      return part;
    },
  };
  tables.set(entity, table);
  return table;
}

function makeShape(em: SqlEntityManager, tableName: string, fields: readonly StoredField[]): Shape {
  const asText = (part: RawBuilder<unknown>): RawBuilder<unknown> => sql.raw(part.compile(em.getKysely<unknown>()).sql);
  const { most, estimate, exact } = rowSize(fields);
  const dates = fields.filter(({ isDate }) => isDate).map(({ property }) => property);
  // One piece of text each: Kysely would visit every name again for each statement.
  const joined = (textOf: (name: string, field: StoredField) => string): RawBuilder<unknown> =>
    sql.raw(fields.map((field) => textOf(`"${field.column}"`, field)).join(', '));
  return {
    large: fields.filter(mayBeLarge).map(({ property }) => property),
    columns: joined((name) => `"${tableName}".${name}`),
    shown: joined((name, { property }) => `"${tableName}".${name} as "${property}"`),
    shownUnlessLarge: joined((name, field) => {
      const value = mayBeLarge(field) ? `case when not is_large then ${name} end` : name;
      return `${value} as "${field.property}"`;
    }),
    size: { most: asText(most), estimate: asText(estimate), exact: exact === null ? null : asText(exact) },
    hasLarge: false,
    makeEntities: (rows) => {
      for (const row of rows) {
        for (const name of dates) {
          const value = row[name];
          if (typeof value === 'string') row[name] = new Date(value);
        }
      }
    },
  };
}

/** Reads many keys in one statement and answers in the order of the keys, as DataLoader wants it. */
export type Batch<Key, Value> = (em: SqlEntityManager, keys: readonly Key[]) => Promise<readonly Value[]>;

/** A batch of whole rows, which can also read parts of them. */
export interface RowBatch<Key, Value, Parts> extends Batch<Key, Value> {
  (em: SqlEntityManager, keys: readonly Key[], asked: Columns): Promise<readonly Parts[]>;
}

/** A batch that finds one row for each key; an unknown key gives null. */
export type RowById<T> = RowBatch<string, T | null, Part<T> | null>;

/** A batch that finds the rows that belong to each key. */
export type RowsOf<T> = RowBatch<string, T[], Part<T>[]>;

/** A batch that finds rows by id; an unknown id gives null. Requests that come together share a statement. */
export function byId<T extends { id: string }>(entity: EntityClass<T>): RowById<T> {
  const shared = new SharedReads<Part<T>, Shape>(async (em, ids, shape) => {
    const having = sql`where id = any(${[...ids]}::uuid[])`;
    const { rows } = await selection(shape, visibleRows(em, entity), having).execute(em.getKysely<unknown>());
    shape.makeEntities(rows);
    // An id is small, and read always.
    return new Map(rows.map((row) => [row['id'] as string, row as Part<T>]));
  });
  const read = async (em: SqlEntityManager, ids: readonly string[], asked: Columns = null) => {
    const found = await shared.find(em, ids, tableOf(em, entity).part(asked));
    // Whole rows where no columns are named: `RowBatch` says so.
    return ids.map((id) => (found.get(id) ?? null) as T | null);
  };
  return read;
}

/** The name of a row, and the id of what it belongs to. */
interface NameWithin {
  readonly of: string;
  readonly name: string;
}

/** Where rows have their names, which are unique within what they belong to. */
interface NamedRows<T> {
  /** The columns of the owner and of the name. */
  readonly columns: readonly [of: string, name: string];
  /** The property of the name, which may be large and is read whatever is requested. */
  readonly property: keyof T & string;
  readonly keyOf: (row: T) => NameWithin;
}

/** A batch that finds rows by their names; an unknown name gives null. */
export function byName<T extends object>(
  entity: EntityClass<T>,
  { columns: [of, name], property, keyOf }: NamedRows<T>,
): RowBatch<NameWithin, T | null, Part<T> | null> {
  const text = (key: NameWithin): string => `${key.of} ${key.name}`;
  const read = async (em: SqlEntityManager, keys: readonly NameWithin[], asked: Columns = null) => {
    const columns = asked === null ? null : new Set([...asked, property]);
    const named = unnestRows([...keys], { of: 'uuid', name: 'text' }, 'named');
    const isNamed = sql`(${sql.ref(of)}, ${sql.ref(name)}) in (select named.of, named.name from ${named})`;
    const rows = await selectParts(em, entity, columns, sql`where ${isNamed}`);
    const found = new Map(rows.map((row) => [text(keyOf(row as T)), row]));
    return keys.map((key) => (found.get(text(key)) ?? null) as T | null);
  };
  return read;
}

/**
 * Reads the row with an id that a client sent.
 *
 * @param names what it is and where the client sent its id, for refusals
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID
 */
export async function readOne<T>(
  em: SqlEntityManager,
  batch: Batch<string, T | null>,
  sent: string,
  { noun, parameter }: { readonly noun: string; readonly parameter: string },
): Promise<T> {
  const id = requireUuid(sent, parameter);
  const [row] = await batch(em, [id]);
  if (row === null || row === undefined) throw notFound(noun, id);
  return row;
}

/** A batch that finds the rows that belong to each key, in the order that the clause gives them. */
export function allOf<T extends object>(
  entity: EntityClass<T>,
  column: string,
  keyOf: (row: T) => string | null,
  order: RawBuilder<unknown>,
): RowsOf<T> {
  const read = async (em: SqlEntityManager, keys: readonly string[], asked: Columns = null) => {
    const belonging = sql`where ${sql.ref(column)} = any(${[...keys]}::uuid[]) order by ${order}`;
    return groupsOf(keys, await selectParts(em, entity, asked, belonging), keyOf) as T[][];
  };
  return read;
}

/**
 * The rows of each key, in the order of the keys; none for a key without rows.
 *
 * @param keyOf reads a small column
 */
export function groupsOf<T extends object>(
  keys: readonly string[],
  rows: readonly Part<T>[],
  keyOf: (row: T) => string | null,
): Part<T>[][] {
  const groups = Map.groupBy(rows, (row) => keyOf(row as T));
  return keys.map((key) => groups.get(key) ?? []);
}
