import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import array from 'postgres-array';
import type { DatabaseConnection, DatabaseOptions } from './connection.ts';
import { observedKysely } from './observed-kysely.ts';
import { PostgresListener } from './postgres-listener.ts';
import { ReadReplica, type ReadReplicaOptions } from './read-replica.ts';
import { type PrimaryState, primaryState } from './replica-state.ts';
import { ResilientPool } from './resilient-pool.ts';
import { waitForDatabase } from './wait-for-database.ts';
import { Watchdog } from './watchdog.ts';

/** Longest time for a statement on the server, in milliseconds. */
const statementMs = 15_000;
/** Longest time for its answer: later than the server gives up itself, so only a silent connection reaches it. */
const answerMs = statementMs + 3_000;
/** Longest time between two statements of a transaction, in milliseconds. */
const idleTransactionMs = 10_000;
/** Connections of the job queue. */
const queuePoolSize = 6;

const limits = {
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const;

/** How operators see a connection in pg_stat_activity. Each process has one `watchdog`. */
export function applicationName(role: string): string {
  return `deckcast ${role}`;
}

/** Opens the connections of a process to PostgreSQL. @throws StartupError */
export async function openPostgres(options: DatabaseOptions, url: string): Promise<DatabaseConnection> {
  const { log, directUrl = null, replicaUrl = null } = options;
  /** A connection that leaves no trace in its session, which others may get next. */
  const shared = (role: string): pg.ClientConfig => ({
    ...limits,
    connectionString: url,
    application_name: applicationName(role),
  });
  /** A connection whose session is its own. */
  const own = (role: string, connectionString = directUrl ?? url): pg.ClientConfig => ({
    ...shared(role),
    connectionString,
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  const direct = directUrl === null ? null : own('watchdog');
  const { name, can, sharesSessions } = await waitForDatabase(shared('watchdog'), direct, options);
  log.info({ ...can, sharesSessions }, 'the database is open; what it can do');
  // It watches the way that requests take.
  const watchdog = new Watchdog(shared('watchdog'), log);
  watchdog.start();
  const timed = { limitMs: answerMs, watchdog, log };
  const session = sharesSessions ? shared('requests') : { ...own('requests', url), statement_timeout: statementMs };
  const forRequests = { ...session, max: options.poolSize, types: typesOfOrm() };
  const requests = new ResilientPool({ ...timed, isBudgeted: true, prepares: !sharesSessions, config: forRequests });
  const forJobs = { ...own('jobs'), max: queuePoolSize, statement_timeout: statementMs };
  // The queue and its wake-ups serve everyone: the budget of one request does not abort them.
  const jobs = new ResilientPool({ ...timed, isBudgeted: false, config: forJobs });
  const kysely = observedKysely(new PostgresDialect({ pool: requests }), options);
  const closePrimary = async (): Promise<void> => {
    await watchdog.stop();
    await Promise.all([jobs.end(), kysely.destroy()]);
  };
  const ofReplica = (connectionString: string): ReadReplicaOptions => ({
    watchdog: own('replica watchdog', connectionString),
    pool: { ...forRequests, ...own('replica', connectionString), statement_timeout: statementMs },
    limitMs: answerMs,
    readPrimary: async () => (await jobs.executeSql(primaryState)).rows[0] as PrimaryState,
    observers: options,
    log,
  });
  const replica =
    replicaUrl === null ? null : await ReadReplica.open(ofReplica(replicaUrl)).catch(closedBy(closePrimary));
  return {
    kind: 'postgresql',
    can,
    name,
    kysely,
    queue: {
      // The profile of the queue without advisory locks and partitioned tables.
      backend: can.advisoryLocks ? 'postgres' : 'yugabytedb',
      db: {
        executeSql: (text, values) => jobs.executeSql(text, values),
        listen: async (channel, onMessage, onOpen) => {
          const listener = new PostgresListener(own('wake-ups'), log);
          await listener.open({ channel, onMessage, onOpen });
          return listener;
        },
      },
    },
    replica,
    pools: () => ({ requests: requests.use, jobs: jobs.use, ...(replica && { replica: replica.use }) }),
    problem: () => watchdog.problem(),
    copyTo: null,
    reclaimSpace: null,
    patiently: async (work) => {
      // The role may have a limit for the sessions of a pooler.
      const config = { ...own('preparation'), max: 1, statement_timeout: 0, types: typesOfOrm() };
      const patient = new Kysely<unknown>({
        dialect: new PostgresDialect({
          pool: new ResilientPool({ config, limitMs: null, isBudgeted: false, watchdog, log }),
        }),
      });
      return work(patient).finally(() => patient.destroy());
    },
    close: async () => {
      await replica?.close();
      await closePrimary();
    },
  };
}

/** Passes an error on once what is open is closed. */
function closedBy(close: () => Promise<void>) {
  return async (error: unknown): Promise<never> => {
    await close();
    throw error;
  };
}

/** MikroORM reads dates as text and converts them itself; the job queue does not. */
function typesOfOrm(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  for (const [oid, parser] of Object.entries(createPostgreSqlTypeParsers((text) => array.parse(text)))) {
    types.setTypeParser(Number(oid), parser);
  }
  return types;
}
