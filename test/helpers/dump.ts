import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Everything in our tables and in the queue's, as text. */
export async function dump({ database }: TestApp): Promise<string> {
  const { kysely } = database.connection;
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(kysely);
  const texts: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string | null }>`select string_agg(it::text, ' ') as text
      from ${sql.table(`${schema}.${name}`)} as it`.execute(kysely);
    texts.push(rows[0]?.text ?? '');
  }
  return texts.join('\n');
}
