// What further processes give on one machine, and that nothing is lost or out of order between them: events published through each
// web process in turn, a live stream on each of them, and ten webhooks. First of one web and one worker process, then of four each.
// Usage: DATABASE_URL=postgresql://… [NATS_URL=nats://…] npm run bench -- processes [events] [processes of each role]
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  counted,
  database,
  deckcast,
  follow,
  inParallel,
  rateSince,
  post,
  receiver,
  reset,
  subscribe,
  until,
} from './harness.js';
import { processorMs, residentMb } from './reads/processes.js';

const [events = 5_000, many = 4] = process.argv.slice(2).map(Number);
const [subscriptions, idleSeconds] = [10, 5];
const patient = { seconds: 120, pauseMs: 20 };
/** All processes share the 100 connections that PostgreSQL has by default. */
const settings = { DATABASE_POOL_SIZE: '4' };
if (process.env.NATS_URL !== undefined) settings.NATS_URL = process.env.NATS_URL;
const query = 'subscription ($after: String) { events(after: $after, types: ["bench.shared"]) { id } }';

/** How many ids are missing, and how often two streams have another event at the same place. */
function compare(ids, streams) {
  const lost = streams.reduce((sum, stream) => sum + new Set(ids).difference(new Set(stream)).size, 0);
  const [first, ...others] = streams;
  const displaced = others.reduce((sum, stream) => sum + stream.filter((id, at) => id !== first[at]).length, 0);
  return { lost, displaced, twice: streams.reduce((sum, stream) => sum + stream.length - new Set(stream).size, 0) };
}

/** Percent of a core, of processes that rest. */
async function idle(processes) {
  const before = processes.map(({ pid }) => processorMs(pid));
  await delay(idleSeconds * 1_000);
  const spent = processes.map(({ pid }, at) => processorMs(pid) - before[at]);
  return spent.map((ms) => (ms / (idleSeconds * 10)).toFixed(1));
}

async function measure(count) {
  await database(async (url) => {
    await reset();
    const start = (role) => Array.from({ length: count }, () => deckcast(url, role, settings));
    const [first, ...rest] = start('web');
    const bases = [await first.base()];
    for (const web of rest) bases.push(await web.base());
    const [webs, workers] = [[first, ...rest], start('worker')];
    for (let at = 0; at < subscriptions; at += 1) await subscribe(bases[0], `/${at}`, 'bench.shared');
    const streams = bases.map(() => []);
    const sockets = [];
    for (const [at, base] of bases.entries()) {
      sockets.push(await follow(base, query, ({ id }) => streams[at].push(id)));
    }
    const ids = Array.from({ length: events }, () => randomUUID());
    const started = performance.now();
    await inParallel(events, 32, (at) => post(bases[at % count], '/api/events', { type: 'bench.shared', id: ids[at] }));
    const published = rateSince(events, started);
    await until(() => streams.every((stream) => stream.length >= events), 'the arrival of all events', patient);
    await until(async () => (await counted()).ids >= events * subscriptions, 'the last delivery', patient);
    const delivered = rateSince(events * subscriptions, started);
    const { requests, ids: received } = await counted();
    const { lost, displaced, twice } = compare(ids, streams);
    const memory = [...webs, ...workers].map(({ pid }) => residentMb(pid));
    for (const socket of sockets) socket.close();
    await delay(2_000);
    console.log(
      `${count} web and ${count} worker: ${published} published, ${delivered} delivered a second; lost ${lost + events * subscriptions - received}, out of order ${displaced}, twice in a stream ${twice}, twice at a receiver ${requests - received}`,
    );
    console.log(
      `  MB of each: ${memory.join(', ')}; % of a core of each at rest: ${(await idle([...webs, ...workers])).join(', ')}`,
    );
    await Promise.all([...webs, ...workers].map((one) => one.stop()));
  });
}

console.log(`${events} events, ${subscriptions} webhooks, ${settings.NATS_URL === undefined ? 'NOTIFY' : 'NATS'}`);
for (const count of [1, many]) await measure(count);
receiver.kill();
