import path from 'node:path';
import type { Kysely } from 'kysely';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import type { Logger } from 'pino';
import { StartupError } from '../kernel/errors.ts';
import { type Capabilities, embeddedCapabilities } from './capabilities.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { FolderLock } from '../locks/folder-lock.ts';
import { observedKysely, type OnStatement } from './observed-kysely.ts';
import { openPostgres } from './postgres.ts';
import { reasonOf } from './patience.ts';

/** The open database, and all in which its two kinds differ. Only `platform/database` asks for the kind. */
export interface DatabaseConnection {
  readonly kind: 'postgresql' | 'pglite';
  readonly can: Capabilities;
  /** The database's own name. MikroORM would create and switch to any other one. */
  readonly name: string;
  /** For MikroORM and the fast reads. */
  readonly kysely: Kysely<unknown>;
  /** For the job queue: connections of its own on PostgreSQL, the one session of PGlite. */
  readonly queue: Required<Pick<ConstructorOptions, 'backend' | 'db'>>;
  /** Why the database takes no changes, as a sentence; null if no reason is known. */
  problem(): string | null;
  /** Runs long work, such as a migration: on PostgreSQL on a connection without time limits, lost when the server is silent. */
  patiently<Result>(work: (database: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Which database is opened, and how. */
export interface DatabaseOptions {
  readonly url: string | null;
  readonly poolSize: number;
  readonly dataDir: string;
  readonly log: Logger;
  /** How long to wait for a PostgreSQL that does not answer yet, in seconds; 0 by default. See `Patience`. */
  readonly waitSeconds?: number;
  /** Ends that wait. */
  readonly stopping?: AbortSignal | undefined;
  readonly onStatement?: OnStatement;
}

/** Opens the configured database and proves that it answers. @throws StartupError */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseConnection> {
  return options.url === null ? openEmbedded(options) : openPostgres(options, options.url);
}

async function openEmbedded(options: DatabaseOptions): Promise<DatabaseConnection> {
  const inMemory = options.dataDir.startsWith('memory:');
  const folder = path.join(options.dataDir, 'database');
  const lock = inMemory ? null : await FolderLock.take(options.dataDir);
  let pglite: EmbeddedDatabase;
  try {
    pglite = await EmbeddedDatabase.open(inMemory ? {} : { dataDir: folder });
  } catch (error) {
    await lock?.release();
    const why = reasonOf(error).replace(/\.?( Build with .*)?$/s, '');
    throw new StartupError(
      `The embedded database in ${folder} cannot be opened and may be damaged (${why}): restore the folder from a copy, or move it away to begin with an empty database.`,
    );
  }
  return embeddedConnection(pglite, options, async () => lock?.release());
}

/** A connection on a database that is already open; tests clone theirs from a template. */
export function embeddedConnection(
  pglite: EmbeddedDatabase,
  options: Pick<DatabaseOptions, 'onStatement'>,
  onClosed: () => Promise<void> = async () => undefined,
): DatabaseConnection {
  const kysely = observedKysely(new EmbeddedDialect(pglite), options.onStatement);
  return {
    kind: 'pglite',
    can: embeddedCapabilities,
    name: 'postgres',
    kysely,
    queue: { backend: 'pglite', db: fromPglite(pglite) },
    problem: () => null,
    patiently: (work) => work(kysely),
    close: async () => {
      await kysely.destroy();
      await onClosed();
    },
  };
}
