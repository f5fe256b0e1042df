import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

/**
 * Inserts many rows in one statement that is the same however many there are, so that it can be prepared. Only for
 * rows of plain JSON: what nobody changes in this transaction needs no tracking.
 *
 * @param rows each with all the properties that have no default in the table
 */
export async function insertAll<T extends object>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  rows: readonly T[],
): Promise<void> {
  if (rows.length === 0) return;
  const { tableName, props } = em.getMetadata().get(entity);
  const fields = props.map(({ name, fieldNames }) => ({ property: name, column: String(fieldNames[0]) }));
  const table = sql.table(tableName);
  const columns = sql.join(fields.map(({ column }) => sql.ref(column)));
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map(({ property, column }) => [column, Reflect.get(row, property)]))),
  );
  await sql`insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`.execute(em.getKysely<unknown>());
}
