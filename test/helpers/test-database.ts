import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import {
  type DatabaseConnection,
  embeddedConnection,
  openDatabase,
} from '../../src/platform/connections/connection.ts';
import { EmbeddedDatabase } from '../../src/platform/connections/embedded-database.ts';
import { catalogue } from '../../src/composition/modules.ts';
import { migrate, openOrm } from '../../src/platform/database/orm.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { WakeUps } from '../../src/platform/jobs/wake-ups.ts';

const log = pino({ level: 'silent' });
const root = path.join(import.meta.dirname, '..', '..');

/** Set to run the whole suite on a real PostgreSQL instead of PGlite. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** An empty, migrated database for one test file, and what removes it. */
export interface TestDatabase {
  connection: DatabaseConnection;
  /** Statements that ran since the last `splice`. */
  statements: string[];
  /** Connection string for further processes; null on PGlite. */
  url: string | null;
  remove: () => Promise<void>;
}

/** Clones a template that is made once per version of the tables: a copy is much faster than a migration. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const statements: string[] = [];
  const onStatement = (statement: string): void => void statements.push(statement);
  if (testDatabaseUrl === undefined) {
    const pglite = await EmbeddedDatabase.open({ loadDataDir: new Blob([await embeddedTemplate()]) });
    return { connection: embeddedConnection(pglite, { onStatement }), statements, url: null, remove: async () => {} };
  }
  const name = `deckcast_test_${randomUUID().replaceAll('-', '')}`;
  const template = await postgresTemplate(testDatabaseUrl);
  await administer(testDatabaseUrl, `create database ${name} template ${template}`);
  const url = withDatabase(testDatabaseUrl, name);
  return {
    connection: await openDatabase({ url, poolSize: 8, dataDir: '', log, onStatement }),
    statements,
    url,
    remove: () => administer(testDatabaseUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Changes whenever the tables, ours or the queue's, may have changed. */
function templateKey(): string {
  const hash = createHash('sha256');
  for (const file of globSync('src/platform/database/migrations/*.ts', { cwd: root }).toSorted()) {
    hash.update(readFileSync(path.join(root, file)));
  }
  for (const file of ['src/platform/jobs/job-queue.ts', 'node_modules/pg-boss/package.json']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function embeddedTemplate(): Promise<Buffer> {
  const file = path.join(os.tmpdir(), `deckcast-test-${templateKey()}.tar`);
  if (!existsSync(file)) {
    const pglite = await EmbeddedDatabase.open();
    const connection = embeddedConnection(pglite, {});
    await prepare(connection);
    const dump = await pglite.dumpDataDir('none');
    await connection.close();
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, Buffer.from(await dump.arrayBuffer()));
    await rename(temporary, file);
  }
  return readFile(file);
}

async function postgresTemplate(url: string): Promise<string> {
  const name = `deckcast_template_${templateKey()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(724193)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const draft = `${name}_draft`;
      await client.query(`drop database if exists ${draft} with (force)`);
      await client.query(`create database ${draft}`);
      const connection = await openDatabase({ url: withDatabase(url, draft), poolSize: 2, dataDir: '', log });
      await prepare(connection);
      await connection.close();
      await client.query(`alter database ${draft} rename to ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

async function prepare(connection: DatabaseConnection): Promise<void> {
  await migrate(await openOrm(connection, catalogue.entities, log), connection, { log });
  const jobs = new JobQueue(connection, new WakeUps(null, log), log);
  await jobs.start();
  await jobs.drain(1_000);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
