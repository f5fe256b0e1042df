// One event to many subscribers: frames a second from the first to the last received, beside a bare ws broadcast of the
// same frames (the limit), stock graphql-ws and Mercurius; with one document for all, and with a hundred of them.
// Usage: DATABASE_URL=postgresql://… node fan-out.js [subscribers] [events] [rounds]      (npm ci here first)
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { database, deckcast, median, receiver } from './harness.js';
import { subscribe } from './subscribers.js';

const [subscribers = 1_000, events = 200, rounds = 3] = process.argv.slice(2).map(Number);
const here = (file) => path.join(import.meta.dirname, file);

const one = ['subscription { events { id type deckId data: payload cursor } }'];
const hundred = Array.from(
  { length: 100 },
  (_, at) => `subscription { events { id type deckId data: payload cursor at${at}: id } }`,
);

/** Opens all subscribers, has the events happen, and gives the frames a second. */
async function measure(url, queries, happen) {
  const open = await subscribe(url, subscribers, queries);
  const warm = await open.expect(subscribers);
  await happen(1);
  await warm.done;
  const measured = await open.expect(subscribers * events);
  await happen(events);
  const { ms, failures } = await measured.done;
  if (failures > 0) throw new Error(`${failures} subscribers failed`);
  open.end();
  return (subscribers * events) / (ms / 1_000);
}

async function peer(name, queries) {
  const server = fork(here('fan-out.peers.js'), [name]);
  const [{ url }] = await once(server, 'message');
  const rate = await measure(url, queries, async (count) => server.send(count));
  server.kill('SIGKILL');
  return rate;
}

const ours = (queries) =>
  database(async (url) => {
    const web = deckcast(url, 'web', { SOCKETS_PER_CLIENT: '100000' });
    const base = await web.base();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // As if another process had recorded them: rows, then the wake-up.
    const happen = async (count) => {
      await client.query(
        `with recorded as (insert into event (id, type, timestamp, data)
           select gen_random_uuid(), 'bench.fan_out', now(),
             jsonb_build_object('at', at, 'note', 'what a dashboard shows of a signed contract') from generate_series(1, $1) at
           returning id)
         insert into event_arrival (event_id) select id from recorded`,
        [count],
      );
      await client.query('select count(*) from sequence_event(null, 0, 0)');
      await client.query(`select pg_notify('deckcast_wake_up', 'bench events')`);
    };
    const rate = await measure(`${base.replace('http', 'ws')}/graphql`, queries, happen);
    await client.end();
    await web.kill();
    return rate;
  });

const contenders = {
  'bare ws broadcast': () => peer('bare', one),
  'graphql-ws, stock': () => peer('graphql-ws', one),
  Mercurius: () => peer('mercurius', one),
  Deckcast: () => ours(one),
  'graphql-ws, 100 documents': () => peer('graphql-ws', hundred),
  'Deckcast, 100 documents': () => ours(hundred),
};
const rates = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, run] of Object.entries(contenders)) rates[name].push(await run());
}
const rate = (name) => median(rates[name]);
const ratio = (name, to) => (rate(name) / rate(to)).toFixed(2);
console.log(`${subscribers} subscribers, ${events} events, medians of ${rounds} alternated rounds, no failures`);
for (const name of Object.keys(contenders)) {
  console.log(
    `${name.padEnd(26)} ${rate(name).toFixed(0).padStart(8)} frames/s   ${ratio(name, 'bare ws broadcast')} of bare, ${ratio(name, name.includes('100') ? 'graphql-ws, 100 documents' : 'graphql-ws, stock')} of stock graphql-ws`,
  );
}
receiver.kill();
process.exit();
