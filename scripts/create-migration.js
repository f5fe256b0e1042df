// Writes the migration that brings the tables from the last one to the current entities, and lists it.
// Usage: npm run migration:create -- short_name
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { catalogue } from '../dist/composition/modules.js';
import { openDatabase } from '../dist/kit/data/connections/open-database.js';
import { openOrm } from '../dist/kit/data/orm.js';

const log = pino({ level: 'silent' });
const connection = await openDatabase({ url: null, dataDir: 'memory:', poolSize: 1, log });
const orm = await openOrm(connection, catalogue.entities, log);
const { fileName, diff } = await orm.migrator.create(undefined, false, false, process.argv[2] ?? 'change');
if (diff.up.length > 0) list(fileName.replace(/\.ts$/, ''));
console.log(diff.up.length === 0 ? 'The tables are up to date.' : `Written and listed: ${fileName}`);
await connection.close();

/** Adds a migration to the end of the list. @param {string} name of its class and its file */
function list(name) {
  const file = 'src/kit/data/migrations.ts';
  const source = readFileSync(file, 'utf8');
  const lastImport = /^import \{ Migration.*\n(?!import \{ Migration)/m;
  const imported = source.replace(lastImport, (line) => `${line}import { ${name} } from './migrations/${name}.ts';\n`);
  writeFileSync(file, imported.replace(/\n\];\n/, `\n  ${name},\n];\n`));
}
