// What one core carries: processor time of Deckcast and of its sessions in PostgreSQL for each kind of work, and how often a
// core does that in a second. Unlike a rate by the clock it hardly depends on what else the machine does. PostgreSQL has to run on
// this machine; its writer processes, which all databases share, are not counted.
// Usage: DATABASE_URL=postgresql://… npm run bench -- capacity [share of the usual work, such as 0.1]
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { demoInput, demoPresentations } from './demo.js';
import { counted, database, deckcast, inParallel, post, receiver, reset, subscribe } from './harness.js';
import { deckId, fill } from './reads/data.js';
import { processorMs, residentMb } from './reads/processes.js';

const [share = 1] = process.argv.slice(2).map(Number);
const clients = 16;
const nested =
  'query ($id: ID!) { deck(id: $id) { id name slides { id title bullets narrationScript wordTimings { word startTime endTime } } faqs { id userQuestion cannedAnswer } } }';

async function read(url, headers = {}) {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
}

/** Sessions of this database, but for that of the observer. */
async function sessions(client) {
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return new Map(rows.map(({ pid }) => [pid, processorMs(pid)]));
}

/** Milliseconds of the processor since a reading; a session that has begun since counts whole. */
const since = (now, before) => [...now].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);

async function measure({ client, processes, name, count, work, ended = async () => undefined }) {
  const total = Math.max(20, Math.round(count * share));
  const warming = Math.ceil(total / 5);
  await reset();
  await inParallel(warming, clients, work);
  await ended(warming);
  await reset();
  const before = processes.map(({ pid }) => processorMs(pid));
  const inDatabase = await sessions(client);
  await inParallel(total, clients, work);
  await ended(total);
  const own = processes.reduce((sum, { pid }, at) => sum + processorMs(pid) - before[at], 0) / total;
  const theirs = since(await sessions(client), inDatabase) / total;
  const perCore = (ms) => Math.round(1_000 / ms).toLocaleString('en-US');
  console.log(
    `${name.padEnd(44)}${own.toFixed(2).padStart(8)}${perCore(own).padStart(9)}${theirs.toFixed(2).padStart(10)}${perCore(theirs).padStart(9)}`,
  );
}

console.log(`${''.padEnd(44)}  Deckcast: ms  a core   database: ms   a core`);
await database(async (url) => {
  const settings = { SPEECH: 'none', SEED_DEMO: 'on' };
  const web = deckcast(url, 'web', settings);
  const base = await web.base();
  const worker = deckcast(url, 'worker', settings);
  await fill(url, 200);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const idle = residentMb(web.pid);
  const { presentation } = await post(base, demoPresentations, demoInput('Homeowner'));
  const link = { authorization: `Link ${new URL(presentation.playerUrl, base).pathname.slice('/p/'.length)}` };
  await subscribe(base, '/sent', 'bench.sent');
  const onWeb = { client, processes: [web] };
  const deckOf = (at) => deckId(1 + (at % 50));
  await measure({
    ...onWeb,
    name: 'a deck with 20 slides and their timings',
    count: 3_000,
    work: (at) => post(base, '/graphql', { query: nested, variables: { id: deckOf(at) } }),
  });
  await measure({
    ...onWeb,
    name: 'the FAQs of a deck',
    count: 5_000,
    work: (at) => read(`${base}/api/decks/${deckOf(at)}/faqs`),
  });
  await measure({
    ...onWeb,
    name: 'a link is opened',
    count: 2_000,
    work: () => read(`${base}/api/guest/presentation`, link),
  });
  await measure({
    ...onWeb,
    name: 'a presentation of 12 slides is made',
    count: 300,
    work: (at) => post(base, demoPresentations, demoInput(`Homeowner ${at}`)),
  });
  await measure({
    ...onWeb,
    name: 'an event is published',
    count: 5_000,
    work: (at) => post(base, '/api/events', { type: 'bench.alone', data: { at } }),
  });
  await measure({
    client,
    processes: [web, worker],
    name: 'an event is published and delivered',
    count: 5_000,
    work: (at) => post(base, '/api/events', { type: 'bench.sent', data: { at } }),
    ended: async (total) => {
      while ((await counted()).ids < total) await delay(20);
    },
  });
  console.log(
    `\nresident memory: web ${idle} MB idle, ${residentMb(web.pid)} MB after this; worker ${residentMb(worker.pid)} MB`,
  );
  await Promise.all([web.stop(), worker.stop()]);
  await client.end();
});
receiver.kill();
