import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { EmbeddedDatabase, holdsDatabase } from '../connections/embedded-database.ts';
import { type Ask, BackupError, type DatabaseDump, type DumpFile, versionOf } from './database-dump.ts';
import { rowStatements, textOf } from './sql-script.ts';

/** The scripts of a dump in their order: tables without rules, their rows, then indexes, references and triggers. */
const scripts = [
  { section: 'pre-data', name: 'tables.sql.gz' },
  { section: 'data', name: 'rows.sql.gz' },
  { section: 'post-data', name: 'rules.sql.gz' },
] as const;

/** Rows of one INSERT. */
const rowsPerInsert = 100;

/**
 * Dumps an embedded database that no other process uses, as SQL: that is what later versions of the engine can read, and
 * PostgreSQL too.
 *
 * @param folder of the database
 * @param to a folder for the files of the dump
 */
export async function dumpEmbedded<Facts>(
  folder: string,
  to: string,
  look: (ask: Ask) => Promise<Facts>,
): Promise<DatabaseDump<Facts>> {
  // PGlite would make an empty one.
  if (!holdsDatabase(folder)) {
    throw new BackupError(
      `There is no database in ${path.dirname(folder)}: set DATA_DIR or DATABASE_URL as the server has it.`,
    );
  }
  const database = await EmbeddedDatabase.open({ dataDir: folder });
  try {
    const ask: Ask = async <Row extends object>(statement: string) => (await database.query<Row>(statement)).rows;
    const facts = await look(ask);
    const engineVersion = await versionOf(ask);
    const files: DumpFile[] = [];
    for (const { section, name } of scripts) {
      const args = [`--section=${section}`, '--no-owner', '--no-privileges', `--rows-per-insert=${rowsPerInsert}`];
      const script = await pgDump({ pg: database, args });
      const file = path.join(to, name);
      await writeFile(file, await promisify(gzip)(Buffer.from(await script.arrayBuffer())));
      files.push({ name, path: file });
    }
    return { engine: 'pglite', engineVersion, files, facts };
  } finally {
    await database.close();
  }
}

/**
 * Makes an embedded database of a dump.
 *
 * @param folder where it is to be; null for one in memory, which is not closed
 * @param from the folder with the files of the dump
 */
export async function loadEmbedded(folder: string | null, from: string): Promise<EmbeddedDatabase> {
  const database = await EmbeddedDatabase.open(folder === null ? {} : { dataDir: folder });
  try {
    for await (const statements of scriptsIn(from)) await database.exec(statements);
    // Scripts name each table with its schema, and leave the path empty.
    await database.exec('reset all');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The statements of a dump in their order. */
export async function* scriptsIn(folder: string): AsyncGenerator<string> {
  const [tables, rows, rules] = scripts.map(({ name }) => path.join(folder, name)) as [string, string, string];
  yield await textOf(tables);
  yield* rowStatements(rows);
  yield await textOf(rules);
}
