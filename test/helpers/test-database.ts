import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import type { DatabaseConnection } from '../../src/kit/data/connections/connection.ts';
import { embeddedConnection, openDatabase } from '../../src/kit/data/connections/open-database.ts';
import { takeEmbedded } from './kept-databases.ts';
import { inSession, takeDatabase } from './kept-postgres.ts';
import { isPortable, portableRole, portableSettings, takeCapabilities } from './portable-database.ts';
import { newDataDir, prepare, templateKey } from './template.ts';

const log = pino({ level: 'silent' });

/** Set to run the whole suite on a real PostgreSQL instead of PGlite. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** Connections of one app for requests, at most. */
export const testPoolSize = 8;
/** The same of a process beside it: several of them in four workers fit into the 100 connections of a PostgreSQL as it is installed. */
const processPoolSize = 4;

/** An empty, migrated database for one test file, and what gives it back. */
export interface TestDatabase {
  connection: DatabaseConnection;
  /** Statements that ran since the last `splice`. */
  statements: string[];
  /** Connection string for further processes; null on PGlite. */
  url: string | null;
  /** Closes the connection and removes the database. */
  remove: () => Promise<void>;
}

/** Clones a template that is made once per version of the tables: a copy is much faster than a migration. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const statements: string[] = [];
  const onStatement = (statement: string): void => void statements.push(statement);
  if (testDatabaseUrl === undefined) {
    const { pglite, giveBack } = await takeEmbedded();
    const connection = closedOnce(embeddedConnection(pglite, { onStatement }, giveBack));
    return { connection, statements, url: null, remove: () => connection.close() };
  }
  const { name, giveBack } = await takeDatabase({
    urlOf: (of) => urlOf(testDatabaseUrl, of, false),
    create: async (named) =>
      administer(
        testDatabaseUrl,
        `create database ${named} template ${await postgresTemplate(testDatabaseUrl)}${isPortable ? ` owner ${portableRole}` : ''}`,
        // Nothing of it has to survive its server, and a commit would wait for the disk.
        `alter database ${named} set synchronous_commit = off`,
      ),
    administer: (...work) => administer(testDatabaseUrl, ...work),
  });
  const url = urlOf(testDatabaseUrl, name);
  const connection = closedOnce(await openDatabase({ url, poolSize: testPoolSize, dataDir: '', log, onStatement }));
  return {
    connection,
    statements,
    url,
    remove: async () => {
      // One that is left open would look for its database until the worker ends.
      await connection.close();
      await giveBack();
    },
  };
}

/** Leaves nothing in it but what PostgreSQL brings. */
export async function emptyDatabase({ connection }: TestDatabase): Promise<void> {
  for (const statement of [
    'drop schema public cascade',
    'create schema public',
    'drop schema if exists pgboss cascade',
  ]) {
    await sql.raw(statement).execute(connection.kysely);
  }
}

/** An app closes its connection when it stops; the removal of the database closes what is left open. */
function closedOnce(connection: DatabaseConnection): DatabaseConnection {
  const close = connection.close.bind(connection);
  let closing: Promise<void> | undefined;
  connection.close = () => (closing ??= close());
  return connection;
}

async function postgresTemplate(url: string): Promise<string> {
  const name = `deckcast_template_${templateKey()}${isPortable ? '_portable' : ''}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(724193)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await client.query(`drop database if exists ${draft} with (force)`);
      await client.query(`create database ${draft}`);
      if (isPortable) await takeCapabilities(urlOf(url, draft, false));
      const connection = await openDatabase({ url: urlOf(url, draft), poolSize: 2, dataDir: '', log });
      await prepare(connection);
      await connection.close();
      await client.query(`alter database ${draft} rename to ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

/** Settings of an app or a process on a database; none for the embedded one. */
export function databaseSettings(url: string | null): Record<string, string> {
  return url === null ? {} : { DATABASE_URL: url, DATABASE_POOL_SIZE: `${processPoolSize}` };
}

/** Where the server processes of one test keep their data: settings for them, and what removes it all. */
export interface ProcessData {
  readonly env: Readonly<Record<string, string>>;
  remove: () => Promise<void>;
}

/** Makes an empty, migrated database for the server processes of one test. */
export async function createProcessData(purpose: string): Promise<ProcessData> {
  const dataDir = await newDataDir(purpose);
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (testDatabaseUrl === undefined) return { env: { DATA_DIR: dataDir }, remove: removeFolder };
  const { url, remove } = await createTestDatabase();
  return {
    env: { DATA_DIR: dataDir, ...databaseSettings(url), ...portableSettings },
    remove: async () => {
      await remove();
      await removeFolder();
    },
  };
}

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  await inSession(url, async (session) => {
    for (const statement of statements) await session.query(statement);
  });
}

/** A database of the same server, as the role that uses it. */
function urlOf(url: string, name: string, asUser = isPortable): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  if (asUser) changed.username = portableRole;
  return changed.href;
}
