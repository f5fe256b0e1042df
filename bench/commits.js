// What live streams cost those who publish: events a second through POST /api/events with 32 writers, of a web process
// that has a subscriber and wakes other processes, beside one that has none and wakes nobody.
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

const rates = { on: [], off: [] };
let published = events;
let seen;
await database((liveUrl) =>
  database(async (silentUrl) => {
    const live = deckcast(liveUrl, 'web', bus);
    const silent = deckcast(silentUrl, 'web', silence);
    const [liveBase, silentBase] = [await live.base(), await silent.base()];
    seen = await countEvents(liveBase);
    for (const base of [liveBase, silentBase]) await publishAll(base, events);
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        [rates.on, liveBase],
        [rates.off, silentBase],
      ];
      for (const [kind, base] of round % 2 === 0 ? turns : turns.toReversed()) {
        kind.push(await publishAll(base, events));
      }
      published += events;
    }
    for (let waits = 0; seen.events < published && waits < 100; waits += 1) await delay(50);
    seen.stop();
    await Promise.all([live.stop(), silent.stop()]);
  }),
);
const [on, off] = [median(rates.on), median(rates.off)];
console.log(`${events} events, ${writers} writers, medians of ${rounds} alternated rounds`);
console.log(`with a live stream and wake-ups  ${on.toFixed(0)}/s   (${seen.events} of ${published} events streamed)`);
console.log(`with neither                     ${off.toFixed(0)}/s`);
console.log(`ratio ${(on / off).toFixed(3)}, refused or failed requests ${errors}`);
receiver.kill();
process.exit(0);
