import { type Kysely, sql } from 'kysely';
import { StartupError } from '../kernel/errors.ts';
import { migrations } from './migrations.ts';

/**
 * Refuses to start on tables that a newer version has changed, rather than to fail at each request that meets them.
 * Processes that run already go on, so that versions can be replaced one process after the other. @throws StartupError
 */
export async function refuseNewerDatabase(database: Kysely<unknown>): Promise<void> {
  const table = sql.table('mikro_orm_migrations');
  const { rows: tables } = await sql`select where to_regclass('mikro_orm_migrations') is not null`.execute(database);
  if (tables.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from ${table} order by id`.execute(database);
  const known = new Set(migrations.map(({ name }) => name));
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer === undefined) return;
  throw new StartupError(
    `The database was migrated by a newer Deckcast (${newer.name}): start that version, or restore a backup from before it.`,
  );
}
