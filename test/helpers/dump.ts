import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Everything in the tables of every schema but PostgreSQL's own, as text by table. */
export async function dumpTables({
  kysely,
}: Pick<TestApp['database']['connection'], 'kysely'>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(kysely);
  const texts = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string | null }>`select string_agg(it::text, ' ') as text
      from ${sql.table(`${schema}.${name}`)} as it`.execute(kysely);
    texts.set(`${schema}.${name}`, rows[0]?.text ?? '');
  }
  return texts;
}

/** The same as one text. */
export async function dump({ database }: TestApp): Promise<string> {
  return [...(await dumpTables(database.connection)).values()].join('\n');
}
