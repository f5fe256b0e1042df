import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { isSameJson } from '../core/index.ts';
import { requireVisible } from '../rights/index.ts';
import type { EditableEntity } from './base.entity.ts';
import { constantStatement } from './constant-statement.ts';
import { withNext } from './connections/with-next.ts';
import { selectOne } from './reads.ts';
import { touch } from './row-version.ts';
import type { TransactionScope } from './scope.ts';

/** Characters of JSON that one statement is sent at least, where there are so many: rows are not cut. */
const statementLength = 262_144;

/** The class of new rows, which has no accessors. */
class Row {}

/**
 * A new row with the initial values of its entity: a plain object, as rows are read. What the constructor of an entity makes
 * has an accessor of its own for each property, which only the unit of work needs.
 */
export function newRow<T extends object>(entity: new () => T): T {
  return Reflect.construct(entity, [], Row) as T;
}

/** Takes rows by their columns, as a text of JSON. */
type RowsStatement = (em: SqlEntityManager, values: { readonly rows: string }) => Promise<void>;

/** How whole rows of an entity are written. */
interface Writing {
  readonly fields: readonly { readonly property: string; readonly column: string }[];
  readonly insert: RowsStatement;
  readonly update: RowsStatement;
}

const writings = new WeakMap<object, Writing>();

function writingOf(em: SqlEntityManager, entity: EntityClass<object>): Writing {
  const known = writings.get(entity);
  if (known !== undefined) return known;
  const { tableName, props } = em.getMetadata().get(entity);
  const fields = props.map(({ name, fieldNames }) => ({ property: name, column: String(fieldNames[0]) }));
  const table = sql.table(tableName);
  const columns = sql.join(fields.map(({ column }) => sql.ref(column)));
  // What no read brings stays.
  const fresh = sql.join(
    props
      .filter(({ lazy }) => lazy !== true)
      .map(({ fieldNames: [column] }) => sql`${sql.ref(String(column))} = ${sql.ref(`fresh.${String(column)}`)}`),
  );
  const given = (rows: string) => sql`jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`;
  const writing = {
    fields,
    insert: constantStatement(({ rows }: { readonly rows: string }) =>
      withNext(sql`insert into ${table} (${columns}) select ${columns} from ${given(rows)}`),
    ),
    update: constantStatement(({ rows }: { readonly rows: string }) =>
      withNext(sql`update ${table} set ${fresh} from ${given(rows)} as fresh where ${table}.id = fresh.id`),
    ),
  };
  writings.set(entity, writing);
  return writing;
}

/**
 * Inserts rows by a statement that is the same however many there are, so that it can be prepared. Many large rows take
 * several: as one text they would be in memory several times over, in this process and in the database. Only for rows of
 * plain JSON that this transaction does not change again: they are not tracked.
 *
 * @param rows each with all the properties that have no default in the table
 */
export async function insertAll<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  rows: readonly T[],
): Promise<void> {
  await writeAll(em, entity, rows, 'insert');
}

/**
 * Stores rows that are there, in the same way, whole but for their lazy properties. The caller has read them under a lock
 * that keeps others from changing them.
 */
export async function updateAll<T extends { readonly id: string }>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  rows: readonly T[],
): Promise<void> {
  await writeAll(em, entity, rows, 'update');
}

async function writeAll(
  em: SqlEntityManager,
  entity: EntityClass<object>,
  rows: readonly object[],
  how: 'insert' | 'update',
): Promise<void> {
  const { fields, [how]: run } = writingOf(em, entity);
  const write = (some: readonly string[]): Promise<void> => run(em, { rows: `[${some.join()}]` });
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const values = fields.map(({ property, column }) => [column, Reflect.get(row, property) as unknown]);
    const text = JSON.stringify(Object.fromEntries(values));
    texts.push(text);
    length += text.length;
    if (length < statementLength) continue;
    await write(texts);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) await write(texts);
}

/**
 * The same for new rows of a noun, which the audit log names.
 *
 * @throws AppError `FORBIDDEN` for a row that the actor does not see
 */
export async function addRows<T extends { readonly id: string }>(
  { em, touched }: TransactionScope,
  entity: EntityClass<T>,
  rows: readonly T[],
): Promise<void> {
  await insertAll(em, entity, rows);
  const ids = rows.map(({ id }) => id);
  await requireVisible(em, entity, ids);
  const { tableName } = em.getMetadata().get(entity);
  for (const id of ids) touched.note({ objectType: tableName, objectId: id, change: 'created' });
}

/** Reads a row and locks it until the transaction ends; null for one that is not there or not seen. */
export async function lockRow<T extends { readonly id: string }>(
  { em }: TransactionScope,
  entity: EntityClass<T>,
  id: string,
): Promise<T | null> {
  return selectOne(em, entity, sql`where id = ${id} for update`);
}

/** The same by a shared lock: until the transaction ends others may lock the row so as well, and none may change it. */
export async function lockRowShared<T extends { readonly id: string }>(
  { em }: TransactionScope,
  entity: EntityClass<T>,
  id: string,
): Promise<T | null> {
  return selectOne(em, entity, sql`where id = ${id} for share`);
}

/**
 * Raises the version of a row and stores it with what has changed. The caller holds a lock that keeps others from
 * changing it.
 *
 * @param before the row as it was read: values are replaced, never changed in place
 * @throws AppError `FORBIDDEN` when the actor does not see the changed row
 */
export async function updateRow<T extends EditableEntity>(
  transaction: TransactionScope,
  entity: EntityClass<T>,
  before: Readonly<T>,
  row: T,
): Promise<void> {
  const { em, touched } = transaction;
  touch(transaction, row);
  const { tableName, props } = em.getMetadata().get(entity);
  const changed = props
    .filter(({ name }) => !isSameJson(Reflect.get(before, name), Reflect.get(row, name)))
    .map(({ name, fieldNames }) => ({ name, column: String(fieldNames[0]), value: Reflect.get(row, name) as unknown }));
  const values = JSON.stringify(Object.fromEntries(changed.map(({ column, value }) => [column, value])));
  const columns = changed.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`fresh.${column}`)}`);
  const table = sql.table(tableName);
  await withNext(sql`update ${table} set ${sql.join(columns)}
    from jsonb_populate_record(null::${table}, ${values}::jsonb) as fresh where ${table}.id = ${row.id}`).execute(
    em.getKysely<unknown>(),
  );
  await requireVisible(em, entity, [row.id]);
  touched.note({ objectType: tableName, objectId: row.id, change: 'changed', fields: changed.map(({ name }) => name) });
}

/** Deletes a row that the caller has read under a lock. */
export async function removeRow<T extends { readonly id: string }>(
  { em, touched }: TransactionScope,
  entity: EntityClass<T>,
  { id }: T,
): Promise<void> {
  const { tableName } = em.getMetadata().get(entity);
  await withNext(sql`delete from ${sql.table(tableName)} where id = ${id}`).execute(em.getKysely<unknown>());
  touched.note({ objectType: tableName, objectId: id, change: 'deleted' });
}
