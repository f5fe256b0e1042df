import { sql } from 'kysely';
import { countBacklog, oldestDue } from '../../delivery/backlog/backlog.reader.ts';
import { productVersion } from '../../kit/core/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { type DatabaseKind, Status } from './status.ts';

/** Reads the state of the process that answers, of its database and of the backlog. Each count is bounded. */
export async function readStatus({ em }: RequestScope, databaseKind: DatabaseKind): Promise<Status> {
  const kysely = em.getKysely<unknown>();
  const before = performance.now();
  await sql`select 1`.execute(kysely);
  const databaseLatencyMs = Math.round(performance.now() - before);
  const { rows } = await sql<{
    now: string;
    version: string;
    bytes: string;
  }>`select now(), current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    kysely,
  );
  const [database] = rows;
  if (database === undefined) throw new Error('The database has answered without a row.');
  return Object.assign(new Status(), {
    version: productVersion,
    startedAt: new Date(Date.now() - process.uptime() * 1_000),
    databaseKind,
    databaseVersion: database.version,
    databaseTime: new Date(database.now),
    databaseLatencyMs,
    databaseBytes: Number(database.bytes),
    memoryBytes: process.memoryUsage.rss(),
    fanOutPendingCount: await countBacklog(kysely, 'fanOutPendingCount'),
    fanOutFailingCount: await countBacklog(kysely, 'fanOutFailingCount'),
    dueDeliveryCount: await countBacklog(kysely, 'dueDeliveryCount'),
    oldestDueAt: await oldestDue(kysely),
    deadJobCount: await countBacklog(kysely, 'deadJobCount'),
  });
}
