// Writes the migration that brings the tables from the last one to what the entities say now.
// Usage: npm run migration:create -- short_name
import 'reflect-metadata';
import { pino } from 'pino';
import { catalogue } from '../dist/composition/modules.js';
import { openDatabase } from '../dist/kit/data/connections/open-database.js';
import { openOrm } from '../dist/kit/data/orm.js';

const log = pino({ level: 'silent' });
const connection = await openDatabase({ url: null, dataDir: 'memory:', poolSize: 1, log });
const orm = await openOrm(connection, catalogue.entities, log);
const { fileName, diff } = await orm.migrator.create(undefined, false, false, process.argv[2] ?? 'change');
console.log(
  diff.up.length === 0 ? 'The tables are up to date.' : `${fileName}: add its class to src/kit/data/migrations.ts.`,
);
await connection.close();
