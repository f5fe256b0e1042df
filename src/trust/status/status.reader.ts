import { sql } from 'kysely';
import type { Logger } from 'pino';
import { countBacklog, oldestDue } from '../../delivery/backlog/backlog.reader.ts';
import { freeBytes, productVersion, recentErrors } from '../../kit/core/index.ts';
import { applicationName, type RequestScope } from '../../kit/data/index.ts';
import { DatabaseKind, Status } from './status.ts';

/** What the state of a process is read from. */
export interface StatusSources {
  readonly databaseKind: DatabaseKind;
  readonly log: Logger;
  readonly dataDir: string;
}

/** Reads the state of the process that answers, of its database and of the backlog. Each count is bounded. */
export async function readStatus({ em }: RequestScope, { databaseKind, log, dataDir }: StatusSources): Promise<Status> {
  const kysely = em.getKysely<unknown>();
  const before = performance.now();
  await sql`select 1`.execute(kysely);
  const databaseLatencyMs = Math.round(performance.now() - before);
  const { rows } = await sql<{
    now: string;
    version: string;
    bytes: string;
    processes: number;
  }>`select now(), current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()
      and application_name = ${applicationName('watchdog')}) as processes`.execute(kysely);
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
    diskFreeBytes: await freeBytes(dataDir),
    // PGlite is in the process itself.
    processCount: databaseKind === DatabaseKind.PGLITE ? 1 : Math.max(1, database.processes),
    recentErrors: [...recentErrors(log)],
    fanOutPendingCount: await countBacklog(kysely, 'fanOutPendingCount'),
    fanOutFailingCount: await countBacklog(kysely, 'fanOutFailingCount'),
    dueDeliveryCount: await countBacklog(kysely, 'dueDeliveryCount'),
    oldestDueAt: await oldestDue(kysely),
    deadJobCount: await countBacklog(kysely, 'deadJobCount'),
  });
}
