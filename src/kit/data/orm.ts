import { setTimeout as delay } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { type EntityClass, MikroORM } from '@mikro-orm/core';
import { PgliteDriver } from '@mikro-orm/pglite';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sql';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseConnection } from './connections/connection.ts';
import { errorCode } from './connections/connection-error.ts';
import { StartupError } from '../core/index.ts';
import { sightFilter, sightName, WrittenWithinSight } from '../rights/index.ts';
import { createTables } from './create-tables.ts';
import { migrations, oldestRelease } from './migrations.ts';
import { makeIndexes, missingIndexes } from './later-indexes.ts';
import { createLocks, tryLock, withSessionLock } from './row-lock.ts';
import { type StartTurn, takeTurn } from './start-turn.ts';

/**
 * Longest time that a migration waits for a lock, in milliseconds. Everyone who wants the table waits behind it: a request
 * can, for as long, and the limit of its statement is longer.
 */
const lockMs = 3_000;
/** Pause before it tries again, in milliseconds: what has waited goes first. */
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

/** MikroORM on either database. Its `em` is a root: everyone works on a fork of it. */
export type Orm = MikroORM<AbstractSqlDriver, SqlEntityManager<AbstractSqlDriver>>;

/** @param entities the tables of all modules */
export async function openOrm(
  connection: DatabaseConnection,
  entities: readonly EntityClass<object>[],
  log: Logger,
): Promise<Orm> {
  return MikroORM.init<AbstractSqlDriver, SqlEntityManager<AbstractSqlDriver>>({
    driver: connection.kind === 'pglite' ? PgliteDriver : PostgreSqlDriver,
    entities: [...entities],
    driverOptions: connection.kysely,
    dbName: connection.name,
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations],
      path: 'src/kit/data/migrations',
      snapshotOnMigrate: false,
      snapshotName: 'schema',
    },
    // Locks exist before the first migration.
    schemaGenerator: { ignoreSchema: ['pgboss'], skipTables: ['row_lock'], ignoreRoutines: true },
    filters: { [sightName]: sightFilter(entities) },
    // A row is seen by its own rule. Joined parents would only repeat it.
    autoJoinRefsForFilters: false,
    subscribers: [new WrittenWithinSight()],
    logger: (message: string): void => log.debug(message),
  });
}

/**
 * Brings the tables up to date, however long that takes. Processes that start together wait for each other.
 *
 * @throws StartupError when they are those of a newer version, or of one before the oldest release
 */
export async function migrate(
  orm: Orm,
  connection: DatabaseConnection,
  { log, stopping }: Pick<StartTurn, 'log' | 'stopping'>,
): Promise<void> {
  if (connection.kind === 'pglite') {
    await createLocks(connection.kysely);
    if (await isNew(connection.kysely)) {
      await connection.kysely.transaction().execute((transaction) => createTables(orm, transaction));
      log.info('the tables of a new database are made');
      return;
    }
    await rejectOtherDatabase(connection.kysely);
    await logged(log, () => orm.migrator.up());
    await makeIndexes(connection.kysely, '', log);
    return;
  }
  const waiting = { what: 'migrates the database', log, stopping };
  await connection.patiently(async (database) => {
    await createLocks(database);
    if (!connection.can.advisoryLocks) {
      await migrateInTurn(orm, database, waiting, (transaction) => makeIndexes(transaction, '', log));
      return;
    }
    // Who waits has no transaction, for whose end the other process would wait with an index.
    await database.connection().execute((session) =>
      withSessionLock(session, async (tryTake) => {
        await takeTurn({ ...waiting, tryTake });
        await migrateInTurn(orm, session, waiting);
        await makeIndexes(session, 'concurrently', log);
      }),
    );
  });
}

type Waiting = Omit<StartTurn, 'tryTake'>;

/** What else the transaction of the migrations does. */
type AlsoDone = (transaction: Kysely<unknown>) => Promise<void>;

async function migrateInTurn(
  orm: Orm,
  database: Kysely<unknown>,
  waiting: Waiting,
  alsoDone: AlsoDone = async () => undefined,
): Promise<void> {
  while (!(await migrateOnce(orm, database, waiting, alsoDone))) {
    waiting.log.warn('another transaction holds a table that a migration changes: the migration begins again');
    await delay(lockPauseMs, undefined, { signal: waiting.stopping }).catch(() => {
      throw new StartupError('The start was stopped while another transaction held a table that a migration changes.');
    });
  }
}

/** @returns false, with nothing changed, when a lock was not free in time */
async function migrateOnce(
  orm: Orm,
  database: Kysely<unknown>,
  waiting: Waiting,
  alsoDone: AlsoDone,
): Promise<boolean> {
  const { log } = waiting;
  const transaction = await database.startTransaction().execute();
  try {
    // It excludes processes of older versions, too, which know this lock alone.
    await takeTurn({ ...waiting, tryTake: () => tryLock(transaction, 'migration') });
    if (await isNew(transaction)) {
      await createTables(orm, transaction);
      await transaction.commit().execute();
      log.info('the tables of a new database are made');
      return true;
    }
    await rejectOtherDatabase(transaction);
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(transaction);
    await logged(log, async () => {
      const executed = await orm.migrator.up({ transaction });
      await alsoDone(transaction);
      await transaction.commit().execute();
      return executed;
    });
    return true;
  } catch (error) {
    // The first error names the cause. A rollback that also fails has lost the connection.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    if (errorCode(error) === lockNotAvailable) return false;
    throw error;
  }
}

/** The names of the migrations that a start would execute, and of the indexes that it would make. @throws StartupError as `migrate` does */
export async function pendingMigrations(orm: Orm, { kysely }: Pick<DatabaseConnection, 'kysely'>): Promise<string[]> {
  if (await isNew(kysely)) return migrations.map(({ name }) => name);
  await rejectOtherDatabase(kysely);
  return [...(await orm.migrator.getPending()), ...(await missingIndexes(kysely))].map(({ name }) => name);
}

/** Logs what a migration has executed, if anything. */
async function logged(log: Logger, up: () => Promise<readonly { readonly name: string }[]>): Promise<void> {
  const started = performance.now();
  const names = (await up()).map(({ name }) => name);
  const ms = Math.round(performance.now() - started);
  if (names.length > 0) log.info({ migrations: names, ms }, 'the database is migrated');
}

/**
 * Refuses to start on tables that a newer version has migrated, since requests would fail one by one, and on tables of
 * before the oldest release. Processes that already run are not stopped, so that versions can be replaced one process after
 * the other. @throws StartupError
 */
async function rejectOtherDatabase(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations order by id`.execute(database);
  const names = rows.map(({ name }) => name);
  const newer = newerMigration(names);
  if (newer !== null) {
    throw new StartupError(
      `The database was migrated by a newer Deckcast (${newer}): start that version, or restore a backup from before it.`,
    );
  }
  const { version, lastMigration } = oldestRelease;
  if (!names.includes(lastMigration)) {
    throw new StartupError(
      `The database was migrated by a Deckcast before ${version}: start ${version} on it once, then start this version.`,
    );
  }
}

/** The first of the migrations of a database that this version does not know. */
export function newerMigration(names: readonly string[]): string | null {
  const known = new Set(migrations.map(({ name }) => name));
  // Names begin with the time at which they were given.
  return names.find((name) => name > oldestRelease.lastMigration && !known.has(name)) ?? null;
}

/** Whether no migration has run yet. */
async function isNew(database: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('mikro_orm_migrations') is null`.execute(database);
  return rows.length > 0;
}
