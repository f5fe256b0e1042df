import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import type { Logger } from 'pino';
import array from 'postgres-array';
import { StartupError } from '../errors.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { FolderLock } from './folder-lock.ts';
import { PreparingPool } from './preparing-pool.ts';

/** The open database, and all in which its two kinds differ. */
export interface DatabaseConnection {
  readonly kind: 'postgresql' | 'pglite';
  /** The database's own name. MikroORM would create and switch to any other one. */
  readonly name: string;
  /** What MikroORM and the fast reads run on. */
  readonly kysely: Kysely<unknown>;
  /** What the job queue runs on: connections of its own on PostgreSQL, the one session of PGlite. */
  readonly queue: Pick<ConstructorOptions, 'backend' | 'connectionString' | 'max' | 'db'>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string | null;
  readonly poolSize: number;
  readonly dataDir: string;
  readonly log: Logger;
  /** Called with each statement that runs through MikroORM or a fast read. For tests that count them. */
  readonly onStatement?: (statement: string) => void;
}

/** Opens the configured database and proves that it answers. @throws StartupError */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseConnection> {
  return options.url === null ? openEmbedded(options) : openPostgres(options, options.url);
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<DatabaseConnection> {
  const types = new pg.TypeOverrides();
  for (const [oid, parser] of Object.entries(createPostgreSqlTypeParsers((text) => array.parse(text)))) {
    types.setTypeParser(Number(oid), parser);
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types,
  });
  // Without a listener, a connection that the server drops would end the process.
  const report = (error: Error): void => options.log.warn({ error: error.message }, 'database connection lost');
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const kysely = observedKysely(new PostgresDialect({ pool: new PreparingPool(pool) }), options);
  const { rows } = await sql<{ name: string }>`select current_database() as name`
    .execute(kysely)
    .catch(async (error) => {
      await kysely.destroy();
      const { host } = new URL(url);
      throw new StartupError(
        `The database at ${host === '' ? 'the local socket' : host} (DATABASE_URL) does not answer: ${reason(error)}.`,
      );
    });
  return {
    kind: 'postgresql',
    name: rows[0]?.name ?? '',
    kysely,
    queue: { backend: 'postgres', connectionString: url, max: 6 },
    close: () => kysely.destroy(),
  };
}

async function openEmbedded(options: DatabaseOptions): Promise<DatabaseConnection> {
  const inMemory = options.dataDir.startsWith('memory:');
  const folder = path.join(options.dataDir, 'database');
  const lock = inMemory ? null : await FolderLock.take(options.dataDir);
  let pglite: PGlite;
  try {
    pglite = await PGlite.create(inMemory ? {} : { dataDir: folder });
  } catch (error) {
    await lock?.release();
    const why = reason(error).replace(/\.?( Build with .*)?$/s, '');
    throw new StartupError(
      `The embedded database in ${folder} cannot be opened and may be damaged (${why}): restore the folder from a copy, or move it away to begin with an empty database.`,
    );
  }
  return embeddedConnection(pglite, options, async () => lock?.release());
}

/** A connection on a PGlite that somebody else made; tests clone theirs from a template. */
export function embeddedConnection(
  pglite: PGlite,
  options: Pick<DatabaseOptions, 'onStatement'>,
  onClosed: () => Promise<void> = async () => undefined,
): DatabaseConnection {
  const kysely = observedKysely(new EmbeddedDialect(pglite), options);
  return {
    kind: 'pglite',
    name: 'postgres',
    kysely,
    queue: { backend: 'pglite', db: fromPglite(pglite) },
    close: async () => {
      await kysely.destroy();
      await onClosed();
    },
  };
}

function observedKysely(dialect: Dialect, { onStatement }: Pick<DatabaseOptions, 'onStatement'>): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect,
    ...(onStatement === undefined ? {} : { log: (event) => onStatement(event.query.sql) }),
  });
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
