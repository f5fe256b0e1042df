import { constants, type Dirent, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions, protocol, type Results } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { EmbeddedStatements, type Parsers } from './embedded-statements.ts';

/**
 * PGlite would take 128 MB for pages of tables and room for 100 sessions. It has one session, and the system it runs on keeps
 * its files in memory as well.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'max_connections=20'];

/** A file system notes times at least as exactly, in milliseconds. */
const coarsestClock = 2_000;

/** Tables of which a tenth of the rows, and not only a few, are deleted or changed since the last time. */
const changedTables = `select relid::regclass::text as name from pg_stat_user_tables
  where greatest(n_dead_tup, n_mod_since_analyze) > greatest(1000, n_live_tup / 10) order by 1`;

type QueryOptions = Parameters<PGlite['query']>[2];

/** A transaction that is open. */
export interface EmbeddedTransaction {
  run<Row>(text: string, values: readonly unknown[], parsers: Parsers): Promise<Results<Row>>;
  /** Runs statements without values, such as one that sets a savepoint. */
  exec(text: string): Promise<unknown>;
}

/** A PGlite whose statements take the short way of `EmbeddedStatements`. */
export class EmbeddedDatabase extends PGlite {
  readonly #statements = new EmbeddedStatements({
    send: (messages) => this.execProtocolStream(messages, { syncToFs: false }),
    serializers: this.serializers,
  });

  static async open(options: PGliteOptions = {}): Promise<EmbeddedDatabase> {
    const files = await emptyUnlessThere(options);
    const database = new EmbeddedDatabase({ extensions: { pg_trgm }, startParams, ...files, ...options });
    await database.waitReady;
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

  /** Runs one statement once no transaction is open. */
  override async query<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    return options === undefined ? this.run(text, values, this.parsers) : super.query(text, values, options);
  }

  /** The same, with parsers of the caller's own. */
  async run<Row>(text: string, values: readonly unknown[], parsers: Parsers): Promise<Results<Row>> {
    await this._checkReady();
    return this._runExclusiveTransaction(() => this.#run(text, values, parsers, false));
  }

  /**
   * Begins a transaction, and runs work that ends it. Unlike PGlite's `transaction`, its statements take the short way.
   *
   * @throws what the work throws, after a rollback
   */
  async openTransaction(work: (transaction: EmbeddedTransaction) => Promise<unknown>): Promise<void> {
    await this._checkReady();
    await this._runExclusiveTransaction(async () => {
      await this.#command('begin');
      try {
        await work({
          run: (text, values, parsers) => this.#run(text, values, parsers, true),
          exec: (text) => this.#command(text),
        });
      } catch (error) {
        await this.#command('rollback');
        throw error;
      }
      await this.#command('commit');
    });
  }

  #run<Row>(
    text: string,
    values: readonly unknown[],
    parsers: Parsers,
    isInTransaction: boolean,
  ): Promise<Results<Row>> {
    return this._runExclusiveQuery(() => this.#statements.run<Row>({ text, values, parsers, isInTransaction }));
  }

  async #command(text: string): Promise<void> {
    const message = protocol.serialize.query(text);
    await this._runExclusiveQuery(() => this.execProtocolStream(message, { syncToFs: false }));
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
