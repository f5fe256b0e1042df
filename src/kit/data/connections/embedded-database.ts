import { constants, type Dirent, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type ExecProtocolOptions,
  messages as protocolMessages,
  PGlite,
  type PGliteOptions,
  protocol,
  types,
} from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { currentBudget, giveWay } from '../../core/index.ts';
import { StatementAbortedError } from './budgeted-statement.ts';

const { CommandCompleteMessage } = protocolMessages;
type Message = protocolMessages.BackendMessage;

/** The array types that our statements and those of the queue read, as `pg_type` numbers them. */
const arrayTypes = {
  json: 199,
  bool: 1000,
  int2: 1005,
  int4: 1007,
  text: 1009,
  varchar: 1015,
  int8: 1016,
  float8: 1022,
  timestamptz: 1185,
  numeric: 1231,
  uuid: 2951,
  jsonb: 3807,
};
const parsedTypes = [...Object.values(types).filter((oid) => typeof oid === 'number'), ...Object.values(arrayTypes)];

/**
 * PGlite would take 128 MB for pages of tables and room for 100 sessions. It has one session, and the system it runs on keeps
 * its files in memory as well.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'max_connections=20'];

/** The first byte of the message that runs a prepared statement (PostgreSQL's protocol 3.0). */
const executeCode = 'E'.charCodeAt(0);
/** A file system notes times at least as exactly, in milliseconds. */
const coarsestClock = 2_000;
/** Rows of the first portion, and the most of one; each portion is to have about as many bytes. */
const firstRows = 20;
const mostRows = 10_000;
const portionBytes = 1_000_000;

/** Tables of which a tenth of the rows, and not only a few, are deleted or changed since the last time. */
const changedTables = `select relid::regclass::text as name from pg_stat_user_tables
  where greatest(n_dead_tup, n_mod_since_analyze) > greatest(1000, n_live_tup / 10) order by 1`;

/**
 * A PGlite that gives the rows of a statement in portions. It runs in this thread: read as one, a large list would hold
 * up the event loop, and would be counted when it is in memory already.
 */
export class EmbeddedDatabase extends PGlite {
  static async open(options: PGliteOptions = {}): Promise<EmbeddedDatabase> {
    const files = await emptyUnlessThere(options);
    const database = new EmbeddedDatabase({ extensions: { pg_trgm }, startParams, ...files, ...options });
    await database.waitReady;
    // PGlite has a parser for the arrays of each table's rows, and copies all parsers for each statement.
    const parsers = parsedTypes.flatMap((oid) =>
      database.parsers[oid] ? [[oid, database.parsers[oid]] as const] : [],
    );
    database.parsers = Object.fromEntries(parsers);
    return database;
  }

  /**
   * Copies the folder of the database. Most of it is copied while statements run; then they wait while the rest follows that
   * has changed meanwhile. Between two statements nothing writes into it: it has no process of its own. What an open
   * transaction has done is in no copy.
   */
  async copyFolder(from: string, to: string): Promise<void> {
    const started = Date.now() - coarsestClock;
    await mirror(from, to, 0);
    // Else a start on the copy would first repeat what the log of the database has and its tables lack.
    await this.exec('checkpoint');
    await this.runExclusive(() => mirror(from, to, started));
  }

  /**
   * Makes the space of deleted rows usable for others, and gathers statistics for the plans of statements. PostgreSQL has
   * processes that do both meanwhile; PGlite has none. Statements wait for one table at a time.
   */
  async reclaimSpace(): Promise<void> {
    const { rows } = await this.query<{ name: string }>(changedTables);
    for (const { name } of rows) await this.exec(`vacuum (analyze) ${name}`);
  }

  override async execProtocolStream(message: Uint8Array, options: ExecProtocolOptions): Promise<Message[]> {
    return message[0] === executeCode ? this.#execute(options) : super.execProtocolStream(message, options);
  }

  /** @throws StatementAbortedError when the rows are more than the budget of the work allows, or when it ends meanwhile */
  async #execute(options: ExecProtocolOptions): Promise<Message[]> {
    const messages: Message[] = [];
    for (let rows = firstRows; ;) {
      const portion = await super.execProtocolStream(protocol.serialize.execute({ rows }), options);
      const end = portion.pop();
      let bytes = 0;
      for (const message of portion) {
        bytes += message.length;
        messages.push(message);
      }
      if (bytes > 0) await spendRead(bytes);
      if (end?.name !== 'portalSuspended') {
        messages.push(...ending(end, messages.length));
        return messages;
      }
      rows = Math.min(Math.max(Math.round((rows * portionBytes) / bytes), 1), mostRows);
    }
  }
}

/**
 * A new database begins with the files that `initdb` has made of this version of PGlite once: to run it takes four times as
 * long.
 */
async function emptyUnlessThere({ dataDir, ...given }: PGliteOptions): Promise<PGliteOptions> {
  const isThere = dataDir !== undefined && holdsDatabase(dataDir);
  if (isThere || given.initDbStartParams !== undefined || given.loadDataDir !== undefined) return {};
  const { dataDir: emptyFolder } = await import('@electric-sql/pglite-prepopulatedfs');
  return { loadDataDir: await emptyFolder() };
}

/** Whether a folder holds an embedded database. */
export function holdsDatabase(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'));
}

/** The number of rows of the last portion, as PostgreSQL reports it. */
function ending(end: Message | undefined, rows: number): Message[] {
  if (end === undefined) return [];
  if (!(end instanceof CommandCompleteMessage) || rows === 0) return [end];
  return [new CommandCompleteMessage(end.length, end.text.replace(/\d+$/, String(rows)))];
}

async function spendRead(bytes: number): Promise<void> {
  try {
    currentBudget()?.spend('read', bytes);
    await giveWay();
  } catch (refusal) {
    throw new StatementAbortedError(refusal);
  }
}

/**
 * Copies what is missing of a folder in another one, or has changed since a time, and removes what is in it alone. It copies
 * several files at a time: they are a thousand small ones.
 */
async function mirror(from: string, to: string, since: number): Promise<void> {
  await mkdir(to, { recursive: true });
  const [there, here] = [await namesIn(to), await namesIn(from)];
  const kept = new Set(here.files);
  await Promise.all(there.files.filter((name) => !kept.has(name)).map((name) => rm(path.join(to, name))));
  for (const folder of here.folders) await mkdir(path.join(to, folder), { recursive: true });
  const copied = new Set(there.files);
  const copyChanged = async (name: string): Promise<void> => {
    const source = path.join(from, name);
    // A file that is renamed keeps the time of its last change, but not this one.
    if (copied.has(name) && (await stat(source)).ctimeMs < since) return;
    await copyFile(source, path.join(to, name), constants.COPYFILE_FICLONE);
  };
  await Promise.all(here.files.map((name) => copyChanged(name).catch(ignoreMissing)));
}

/** A file that is gone meanwhile. While nothing writes, none is. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function namesIn(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const nameOf = ({ parentPath, name }: Dirent): string => path.relative(folder, path.join(parentPath, name));
  const isFile = Map.groupBy(entries, (entry) => entry.isFile());
  return { files: (isFile.get(true) ?? []).map(nameOf), folders: (isFile.get(false) ?? []).map(nameOf) };
}
