import path from 'node:path';
import { fromPglite } from 'pg-boss';
import { FolderLock, StartupError } from '../../core/index.ts';
import { embeddedCapabilities } from './capabilities.ts';
import type { DatabaseConnection, DatabaseOptions } from './connection.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { observedKysely, type StatementObservers } from './observed-kysely.ts';
import { openPostgres } from './postgres.ts';
import { reasonOf } from './outage-retry.ts';

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
  return embeddedConnection(pglite, { ...options, folder: inMemory ? null : folder }, async () => lock?.release());
}

/** A connection on a database that is already open; tests clone theirs from a template. */
export function embeddedConnection(
  pglite: EmbeddedDatabase,
  { folder = null, ...observers }: StatementObservers & { readonly folder?: string | null },
  onClosed: () => Promise<void> = async () => undefined,
): DatabaseConnection {
  const kysely = observedKysely(new EmbeddedDialect(pglite), observers);
  return {
    kind: 'pglite',
    can: embeddedCapabilities,
    name: 'postgres',
    kysely,
    queue: { backend: 'pglite', db: fromPglite(pglite) },
    replica: null,
    pools: () => ({}),
    problem: () => null,
    patiently: (work) => work(kysely),
    copyTo: folder === null ? null : (to) => pglite.copyFolder(folder, to),
    reclaimSpace: () => pglite.reclaimSpace(),
    close: async () => {
      await kysely.destroy();
      await onClosed();
    },
  };
}
