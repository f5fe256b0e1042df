import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { DatabaseConnection } from '../../src/kit/data/connections/connection.ts';
import { EmbeddedDatabase } from '../../src/kit/data/connections/embedded-database.ts';
import { embeddedConnection } from '../../src/kit/data/connections/open-database.ts';
import { FolderLock } from '../../src/kit/core/index.ts';
import { eventually } from './eventually.ts';

const log = pino({ level: 'silent' });
const root = path.join(import.meta.dirname, '..', '..');

/** Changes whenever the tables, ours or the queue's, may have changed, or the way in which templates are made. */
export function templateKey(): string {
  const hash = createHash('sha256');
  for (const file of globSync('src/kit/data/migrations/*.{ts,json}', { cwd: root }).toSorted()) {
    hash.update(readFileSync(path.join(root, file)));
  }
  for (const file of [
    'src/kit/data/create-tables.ts',
    'src/kit/data/log-functions.ts',
    'src/kit/data/jobs/job-queue.ts',
    'src/kit/data/row-lock.ts',
    'test/helpers/portable-database.ts',
    'test/helpers/template.ts',
    'node_modules/pg-boss/package.json',
    'node_modules/@electric-sql/pglite/package.json',
  ]) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Creates all tables in an empty database, and the queues of all jobs: an app does so at its first start. */
export async function prepare(connection: DatabaseConnection): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-first-start-'));
  const settings = { DATA_DIR: dataDir, ROLES: 'worker', SEED_DEMO: 'off', SPEECH: 'none' };
  const kept = { ...connection, close: async () => undefined };
  const app = await startApp(loadConfig(settings), log, { connection: kept });
  await app.stop();
  await rm(dataDir, { recursive: true });
}

/** @returns an empty, migrated PGlite, as PGlite dumps its folder */
export async function embeddedTemplate(): Promise<Buffer> {
  const file = path.join(os.tmpdir(), `deckcast-test-${templateKey()}.tar`);
  await makeOnce(file, async (draft) => {
    // 16 MB of this log, and the two databases that are templates to others, would be two thirds of what each test loads.
    const pglite = await EmbeddedDatabase.open({ initDbStartParams: ['--wal-segsize=1'] });
    await pglite.exec('update pg_database set datistemplate = false');
    for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
    const connection = embeddedConnection(pglite, {});
    await prepare(connection);
    const dump = await pglite.dumpDataDir('none');
    await connection.close();
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  });
  return readFile(file);
}

/**
 * Makes a data folder for server processes. Its embedded database is empty and migrated: to open it takes less than half
 * the time of the processor that it takes to make one.
 *
 * @param purpose a word for the name of the folder, which the test removes
 */
export async function newDataDir(purpose: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `deckcast-${purpose}-`));
  await fillDataDir(dataDir);
  return dataDir;
}

/** Gives a data folder without a database the same one. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const template = path.join(os.tmpdir(), `deckcast-test-${templateKey()}`);
  await makeOnce(template, async (draft) => {
    const pglite = await EmbeddedDatabase.open({ dataDir: draft, loadDataDir: new Blob([await embeddedTemplate()]) });
    await pglite.close();
  });
  await cp(template, path.join(dataDir, 'database'), { recursive: true });
}

/** Makes a file or a folder for all workers. One of them makes it, for which the others wait. */
async function makeOnce(target: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  const lock = await eventually(() => FolderLock.take(`${target}.lock`), {
    timeoutMs: 60_000,
    what: `a lock of ${target}`,
  });
  try {
    if (existsSync(target)) return;
    const draft = `${target}.draft`;
    await rm(draft, { recursive: true, force: true });
    await make(draft);
    await rename(draft, target);
  } finally {
    await lock.release();
  }
}
