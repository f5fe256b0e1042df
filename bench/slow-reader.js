// A client that never reads while events pass: what it costs the server, and the clients that do read; then it comes
// back behind its last cursor and has to get the rest.
// Usage: DATABASE_URL=postgresql://… node slow-reader.js [events] [seconds]
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { database, deckcast, follow, receiver } from './harness.js';

const [events = 5_000, seconds = 60] = process.argv.slice(2).map(Number);
const perRound = 25;
const resident = (pid) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1_024;

const query =
  'subscription ($after: String) { events(types: ["bench.slow"], after: $after) { id cursor data: payload } }';

await database(async (url) => {
  const web = deckcast(url, 'web');
  const base = await web.base();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const record = async (count) => {
    await client.query(
      `with recorded as (insert into event (id, type, timestamp, data) select gen_random_uuid(), 'bench.slow', now(),
           jsonb_build_object('at', extract(epoch from clock_timestamp()) * 1000, 'text', repeat('x', 4000)) from generate_series(1, $1)
           returning id)
         insert into event_arrival (event_id) select id from recorded`,
      [count],
    );
    await client.query('select count(*) from sequence_event(null, 0, 0)');
    await client.query(`select pg_notify('deckcast_wake_up', 'bench events')`);
  };
  const slow = [];
  const took = { alone: [], beside: [] };
  let phase = 'alone';
  const healthy = [];
  const bystanders = [];
  for (let at = 0; at < 20; at += 1) {
    bystanders.push(
      await follow(base, query, ({ id, data }) => {
        took[phase].push(Date.now() - data.at);
        if (at === 0) healthy.push(id);
      }),
    );
  }
  await record(1);
  while (healthy.length === 0) await delay(20);
  const rounds = events / perRound;
  const pass = async () => {
    for (let at = 0; at < rounds; at += 1) {
      await record(perRound);
      await delay((seconds * 1_000) / rounds);
    }
  };
  await pass();
  phase = 'beside';
  const before = healthy.length;
  let socket = await follow(base, query, (event) => slow.push(event));
  await record(1);
  while (slow.length === 0) await delay(20);
  socket.pause();
  const memory = [resident(web.pid)];
  const watching = setInterval(() => memory.push(resident(web.pid)), 1_000);
  await pass();
  clearInterval(watching);
  socket.resume();
  await delay(500);
  const had = slow.length;
  socket.terminate();
  socket = await follow(base, query, (event) => slow.push(event), slow.at(-1).cursor);
  const expected = healthy.length - before;
  const deadline = performance.now() + 30_000;
  while (slow.length < expected && performance.now() < deadline) await delay(20);
  const p99 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)];
  console.log(`${events} events in ${seconds} s, 20 clients that read and one that does not`);
  console.log(
    `memory of the server ${memory[0].toFixed(0)} MB at first, ${Math.max(...memory).toFixed(0)} MB at most, ${memory.at(-1).toFixed(0)} MB in the end`,
  );
  console.log(
    `p99 of the others    ${p99(took.alone).toFixed(0)} ms without it, ${p99(took.beside).toFixed(0)} ms beside it`,
  );
  console.log(
    `the slow one         read ${had}, came back for ${slow.length - had}, lacks ${expected - slow.length}, in order: ${JSON.stringify(slow.map(({ id }) => id)) === JSON.stringify(healthy.slice(before))}`,
  );
  for (const one of [...bystanders, socket]) one.terminate();
  await client.end();
  await web.kill();
});
receiver.kill();
process.exit();
