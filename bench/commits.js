// What live streams cost those who publish: events a second through POST /api/events with 32 writers, of a web process
// that has a subscriber and wakes other processes, of one that only wakes, and of one that does neither.
// Usage: DATABASE_URL=postgresql://… [NATS_URL=nats://…] node commits.js [events] [rounds]
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { database, deckcast, followFrames, inParallel, receiver } from './harness.js';

const [events = 1_000, rounds = 21] = process.argv.slice(2).map(Number);
const writers = 32;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const bus = process.env.NATS_URL === undefined ? {} : { NATS_URL: process.env.NATS_URL };
const silence = { NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'no-wake-ups.js')}` };

const dispatcher = new Agent({ connections: writers });
let errors = 0;

async function publishAll(base, count) {
  const started = performance.now();
  await inParallel(count, writers, async (n) => {
    const { statusCode, body } = await request(`${base}/api/events`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'contract.signed', data: { n } }),
    });
    await body.dump();
    if (statusCode !== 201) errors += 1;
  });
  return count / ((performance.now() - started) / 1_000);
}

/** Counts what a subscriber is sent and no more: what a client does with it is not what the server pays. */
async function countEvents(base) {
  const seen = { events: 0, stop: () => socket.terminate() };
  const query = 'subscription ($after: String) { events(types: ["contract.*"], after: $after) { id type cursor } }';
  const socket = await followFrames(base, query, (frame) => {
    if (frame.includes('"type":"next"')) seen.events += 1;
  });
  return seen;
}

/** Each has a database of its own. */
async function open(name, settings, use) {
  return database(async (url) => {
    const web = deckcast(url, 'web', settings);
    await use({ name, base: await web.base(), rates: [] });
    await web.stop();
  });
}

async function measure(sides, seen) {
  for (const { base } of sides) await publishAll(base, events);
  for (let round = 0; round < rounds; round += 1) {
    const turns = sides.map((_, at) => sides[(at + round) % sides.length]);
    for (const { base, rates } of turns) rates.push(await publishAll(base, events));
  }
  const published = events * (rounds + 1);
  for (let waits = 0; seen.events < published && waits < 100; waits += 1) await delay(50);
  seen.stop();
  console.log(`${events} events, ${writers} writers, medians of ${rounds} alternated rounds`);
  const undisturbed = median(sides.at(-1).rates);
  for (const { name, rates } of sides) {
    console.log(`${name.padEnd(27)} ${median(rates).toFixed(0)}/s, ratio ${(median(rates) / undisturbed).toFixed(3)}`);
  }
  console.log(`${seen.events} of ${published} events streamed, refused or failed requests ${errors}`);
}

await open('a live stream and wake-ups', bus, (live) =>
  open('wake-ups alone', bus, (waking) =>
    open('neither', silence, async (silent) => measure([live, waking, silent], await countEvents(live.base))),
  ),
);
receiver.kill();
process.exit(0);
