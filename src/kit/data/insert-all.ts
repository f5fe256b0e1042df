import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { requireVisible } from '../rights/index.ts';
import type { TransactionScope } from './scope.ts';

/** Characters of JSON that one statement is sent at least, where there are so many: rows are not cut. */
const statementLength = 262_144;

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
  const { tableName, props } = em.getMetadata().get(entity);
  const fields = props.map(({ name, fieldNames }) => ({ property: name, column: String(fieldNames[0]) }));
  const table = sql.table(tableName);
  const columns = sql.join(fields.map(({ column }) => sql.ref(column)));
  const insert = (texts: readonly string[]) =>
    sql`insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${`[${texts.join()}]`}::jsonb)`.execute(
      em.getKysely<unknown>(),
    );
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const values = fields.map(({ property, column }) => [column, Reflect.get(row, property)]);
    const text = JSON.stringify(Object.fromEntries(values));
    texts.push(text);
    length += text.length;
    if (length < statementLength) continue;
    await insert(texts);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) await insert(texts);
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
