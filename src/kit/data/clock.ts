import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';

/**
 * Times that several processes share, such as when an attempt is due, are read from the database's clock: theirs may be
 * minutes apart.
 */
export async function databaseTime(em: SqlEntityManager): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(em.getKysely<unknown>());
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** A time from now on the database's clock. */
export function fromNow(ms: number): RawBuilder<unknown> {
  return sql`now() + ${ms}::double precision * interval '1 millisecond'`;
}
