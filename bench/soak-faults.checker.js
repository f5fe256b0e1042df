// The checker, in a process of its own: reads the histories and the database (CHECK = { folder, url, isFull } or
// { folder, dataDir, isFull }), prints what was lost, doubled, changed and out of order, and ends with 1 when anything was.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { readHistory } from './history.js';
import { judgeFaults, judgeMemory } from './soak-faults.journal.js';
import { judge } from './soak-faults.judge.js';
import { loadReaders } from './soak-faults.readers.js';

const { folder, url, dataDir, isFull } = JSON.parse(process.env.CHECK);

async function openDatabase() {
  if (url === undefined) {
    const pglite = await PGlite.create({ dataDir });
    return { rows: async (statement) => (await pglite.query(statement)).rows, close: () => pglite.close() };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { rows: async (statement) => (await client.query(statement)).rows, close: () => client.end() };
}

async function readDatabase() {
  const database = await openDatabase();
  const tables = {
    log: await database.rows(
      'select id, type, event.deck_id as "deckId", data from event left join event_position on event_id = id order by position',
    ),
    slides: await database.rows('select id, title as value from slide'),
    decks: await database.rows('select id, name as value from deck'),
    version: await database.rows('select version()'),
    contracts: await database.rows('select id, status from contract'),
    deliveries: await database.rows(
      'select d.event_id as id, d.status, s.name as subscription from delivery d join notification_subscription s on s.id = d.subscription_id',
    ),
  };
  await database.close();
  return tables;
}

const history = (name) => readHistory(path.join(folder, `${name}.jsonl`));
const histories = {
  acknowledgements: history('acknowledgements'),
  receiver: history('receiver'),
  mailbox: history('mailbox'),
  console: history('console'),
  streams: Object.keys(loadReaders).map((name) => ({ name: `stream ${name}`, entries: history(`stream-${name}`) })),
};
const journal = history('journal');

const database = await readDatabase();
const { rows, failures } = judge(histories, database, {
  isFull,
  faults: journal.filter(({ kind }) => kind === 'fault').length,
});
console.log(
  `${availableParallelism()} cores, Node ${process.version}, ${database.version[0].version.split(' ', 2).join(' ')}`,
);
console.table(rows);
const faults = judgeFaults(journal);
const memory = judgeMemory(journal);
for (const line of [...faults.lines, ...memory.lines]) console.log(line);
const all = [...failures, ...faults.failures, ...memory.failures];
for (const failure of all) console.log(`FAILED: ${failure}`);
process.exitCode = all.length > 0 ? 1 : 0;
