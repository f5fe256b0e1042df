import { type Kysely, sql } from 'kysely';

/** How often PostgreSQL has scanned an index. It counts the scans of other sessions after up to a second. */
export async function indexUses(database: Kysely<unknown>, index: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ uses: number }>`select idx_scan::int as uses from pg_stat_user_indexes
    where indexrelname = ${index}`.execute(database);
  return rows[0]?.uses ?? -1;
}
