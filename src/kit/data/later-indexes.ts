import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';

/**
 * Indexes that entities have got since their tables have rows. Migrations leave them out: in their transaction an index
 * holds up every change of its table until it is made. A new database has them from the beginning. One that a migration
 * drops is taken off this list.
 */
const laterIndexes = [
  `create index "presentation_slide_brand_logo_index" on "presentation_slide" (("product_data"->>'brandLogo')) where "product_data"->>'brandLogo' like '/api/images/%'`,
  `create index "presentation_slide_hero_img_index" on "presentation_slide" ("hero_img") where "hero_img" like '/api/images/%'`,
].map((statement) => ({ statement, name: /"(\w+)"/.exec(statement)?.[1] ?? '' }));

/** The indexes that are not there, or that an interrupted start has left incomplete, which no query uses. */
export async function missingIndexes(database: Kysely<unknown>): Promise<typeof laterIndexes> {
  const names = laterIndexes.map(({ name }) => name);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_index on indexrelid = oid
    where relname = any(${names}::text[]) and indisvalid and pg_table_is_visible(oid)`.execute(database);
  const made = new Set(rows.map(({ name }) => name));
  return laterIndexes.filter(({ name }) => !made.has(name));
}

/**
 * Makes the indexes that are missing, once all migrations are executed.
 *
 * @param how `concurrently` lets changes of the table pass, waits for all transactions that are older, and permits none
 *   around it. Two processes must not do it at once
 */
export async function makeIndexes(database: Kysely<unknown>, how: 'concurrently' | '', log: Logger): Promise<void> {
  for (const { name, statement } of await missingIndexes(database)) {
    const started = performance.now();
    log.info({ index: name }, 'an index is being made');
    await sql.raw(`drop index ${how} if exists "${name}"`).execute(database);
    await sql.raw(statement.replace(' index ', ` index ${how} `)).execute(database);
    log.info({ index: name, ms: Math.round(performance.now() - started) }, 'the index is made');
  }
}
