// What live streams cost those who publish: events a second through POST /api/events with 32 writers, while a process
// has a subscriber and wakes other processes, while it only wakes, and while it does neither. Two processes that do the
// same differ by as much as what is looked for, so each process does all three in turn, and is compared with itself.
// Usage: DATABASE_URL=postgresql://… [NATS_URL=nats://…] node commits.js [events] [cycles] [processes]
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { database, deckcast, followFrames, inParallel, median, receiver, wakeUpSwitch } from './harness.js';

const [events = 2_000, cycles = 20, processes = 3] = process.argv.slice(2).map(Number);
const writers = 32;
const bus = process.env.NATS_URL === undefined ? {} : { NATS_URL: process.env.NATS_URL };
const sides = [
  { name: 'a live stream and wake-ups', streams: true, wakes: true },
  { name: 'wake-ups alone', streams: false, wakes: true },
  { name: 'neither', streams: false, wakes: false },
];

const dispatcher = new Agent({ connections: writers });
let errors = 0;
let streamed = 0;

/** Events a second. */
async function publishAll(base) {
  const started = performance.now();
  await inParallel(events, writers, async (n) => {
    const { statusCode, body } = await request(`${base}/api/events`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'contract.signed', data: { n } }),
    });
    await body.dump();
    if (statusCode !== 201) errors += 1;
  });
  return events / ((performance.now() - started) / 1_000);
}

/** The same beside a subscriber that counts what it is sent: what else a client does is not what the server pays. */
async function publishAllStreamed(base) {
  const query = 'subscription ($after: String) { events(types: ["contract.*"], after: $after) { id type cursor } }';
  const seen = { events: 0 };
  const socket = await followFrames(base, query, (frame) => {
    if (frame.includes('"type":"next"')) seen.events += 1;
  });
  const rate = await publishAll(base);
  for (let waits = 0; seen.events < events && waits < 100; waits += 1) await delay(50);
  streamed += seen.events;
  socket.terminate();
  return rate;
}

/** The rate of each side in each cycle. */
function measure() {
  return database(async (url) => {
    const web = deckcast(url, 'web', bus, wakeUpSwitch);
    const base = await web.base();
    for (let round = 0; round < 5; round += 1) await publishAll(base);
    const measured = [];
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const rates = new Map();
      for (const at of sides.keys()) {
        const side = sides[(at + cycle) % sides.length];
        await web.ask(side.wakes ? 'on' : 'off');
        rates.set(side, await (side.streams ? publishAllStreamed(base) : publishAll(base)));
      }
      measured.push(rates);
    }
    await web.stop();
    return measured;
  });
}

const measured = [];
for (let n = 0; n < processes; n += 1) measured.push(await measure());
console.log(`${events} events, ${writers} writers, medians of ${cycles} cycles in each of ${processes} processes`);
for (const side of sides) {
  const rate = median(measured.flat().map((rates) => rates.get(side)));
  const ratios = measured.map((cycled) => cycled.map((rates) => rates.get(side) / rates.get(sides.at(-1))));
  const each = ratios.map((values) => median(values).toFixed(3)).join(', ');
  console.log(`${side.name.padEnd(27)} ${rate.toFixed(0)}/s, ratio ${median(ratios.flat()).toFixed(3)} (${each})`);
}
console.log(`${streamed} of ${events * cycles * processes} events streamed, refused or failed requests ${errors}`);
receiver.kill();
process.exit(0);
