import { constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type * as sqlite from 'node:sqlite';
import { StartupError } from './errors.ts';

/** How long a taker waits for a holder that is just ending, in milliseconds. */
const handoverMs = 500;
/** SQLite's result code for a lock that another connection holds. */
const sqliteBusy = 5;

/** Another process holds the folder. */
export class FolderInUseError extends StartupError {}

/** The process that holds a folder, for error messages. The lock itself does not depend on it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Keeps a second process out of an embedded database, which two writers would destroy.
 *
 * The lock is the write lock of an SQLite file: a POSIX record lock, which the kernel releases when the process ends in
 * any way, and which holds between containers of one host, where process ids mean nothing. The file stays when the lock
 * is released: deleting it would let one taker lock the deleted file and another a new one. Nothing else in this process
 * may open it, because closing any descriptor of a file drops the process's record locks on it.
 */
export class FolderLock {
  private constructor(
    private readonly database: sqlite.DatabaseSync,
    private readonly holderFile: string,
  ) {}

  /**
   * Creates the folder where it is missing, and locks it.
   *
   * @throws StartupError while another process holds the folder, and when it cannot be written or locked
   */
  static async take(dataDir: string): Promise<FolderLock> {
    const folder = path.resolve(dataDir);
    await makeWritable(folder);
    const holderFile = path.join(folder, 'deckcast.holder.json');
    const database = lockFile(folder, holderFile);
    const holder: Holder = { pid: process.pid, host: os.hostname(), since: new Date().toISOString() };
    try {
      writeFileSync(holderFile, JSON.stringify(holder));
    } catch (error) {
      database.close();
      throw notWritable(folder, error);
    }
    return new FolderLock(database, holderFile);
  }

  async release(): Promise<void> {
    try {
      rmSync(this.holderFile, { force: true });
    } finally {
      this.database.close();
    }
  }
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** BEGIN IMMEDIATE, not EXCLUSIVE: of many takers at once one always succeeds, because it need not wait for readers. */
function lockFile(folder: string, holderFile: string): sqlite.DatabaseSync {
  let database: sqlite.DatabaseSync | undefined;
  try {
    database = new (loadSqlite().DatabaseSync)(path.join(folder, 'deckcast.lock'), { timeout: handoverMs });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return database;
  } catch (error) {
    database?.close();
    const { errcode, errstr, message } = error as Error & { errcode?: number; errstr?: string };
    if (errcode === sqliteBusy) throw inUse(folder, readHolder(holderFile));
    throw new StartupError(
      `The data folder ${folder} cannot be locked (${errstr ?? message}): make its file deckcast.lock writable, or set DATA_DIR to a folder on a file system with locks.`,
    );
  }
}

/** Loads SQLite without the warning of Node 22 that it is experimental. The synchronous load hides no other. */
function loadSqlite(): typeof sqlite {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function inUse(folder: string, holder: Holder | null): FolderInUseError {
  const who =
    holder === null ? 'another process' : `process ${holder.pid} on host ${holder.host} since ${holder.since}`;
  return new FolderInUseError(
    `The data folder ${folder} is in use by ${who}: stop that process, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL that several processes share.`,
  );
}

function notWritable(folder: string, error: unknown): StartupError {
  const { code } = error as NodeJS.ErrnoException;
  return new StartupError(
    `The data folder ${folder} cannot be written (${code ?? String(error)}): give the user of this process the right to write there, or set DATA_DIR to another folder.`,
  );
}
