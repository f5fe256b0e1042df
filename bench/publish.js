// How many events a second are published: one by one with 32 writers, and in batches of 100 and of 1,000 with 4 writers.
// BEFORE=<dist> of another checkout publishes in the same ways. The sides take turns in each round, each at a process
// and in a database of its own.
// Usage: [DATABASE_URL=postgresql://…] [BEFORE=<dist>] node publish.js [events] [rounds]
import { Agent, request } from 'undici';
import { database, deckcast, inParallel, median, receiver } from './harness.js';

const [events = 3_000, rounds = 9] = process.argv.slice(2).map(Number);
const dispatcher = new Agent({ connections: 32 });
let errors = 0;

async function post(base, path, body) {
  const answer = await request(`${base}${path}`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.body.dump();
  if (answer.statusCode > 201) errors += 1;
}

const event = (n) => ({ type: 'contract.signed', data: { n } });

const oneByOne = (base) => inParallel(events, 32, (n) => post(base, '/api/events', event(n)));

function inBatches(size) {
  const body = { events: Array.from({ length: size }, (_, n) => event(n)) };
  return (base) => inParallel(Math.ceil(events / size), 4, () => post(base, '/api/events/batch', body));
}

const before = process.env.BEFORE;
const ways = [
  { name: 'one by one', publish: oneByOne, count: events },
  ...[100, 1_000].map((size) => ({
    name: `in batches of ${size}`,
    publish: inBatches(size),
    count: Math.ceil(events / size) * size,
  })),
];
const sides =
  before === undefined
    ? ways
    : ways.flatMap((way) => [way, { ...way, name: `${way.name}, before`, settings: { DECKCAST_DIST: before } }]);

/** Starts the process of each side, one inside the database of the other, and measures them in turn. */
async function measure(left, running) {
  const [side, ...others] = left;
  if (side === undefined) return takeTurns(running);
  return database(async (url) => {
    const process = deckcast(url, 'web', side.settings);
    try {
      return await measure(others, [...running, { ...side, base: await process.base(), rates: [] }]);
    } finally {
      await process.stop();
    }
  });
}

async function takeTurns(running) {
  for (let round = -2; round < rounds; round += 1) {
    for (const at of running.keys()) {
      const side = running[(at + Math.max(round, 0)) % running.length];
      const started = performance.now();
      await side.publish(side.base);
      // The first two rounds warm up.
      if (round >= 0) side.rates.push(side.count / ((performance.now() - started) / 1_000));
    }
  }
  return running;
}

const measured = await measure(sides, []);
console.log(`${events} events, medians of ${rounds} rounds, refused or failed requests ${errors}`);
for (const [at, { name, rates }] of measured.entries()) {
  // Each way is compared with itself before; without such a side, with the first way.
  const reference = before === undefined ? measured[0] : measured[at - (at % 2) + 1];
  const ratio = median(rates.map((rate, round) => rate / reference.rates[round]));
  console.log(`${name.padEnd(22)} ${median(rates).toFixed(0).padStart(7)}/s, ratio ${ratio.toFixed(2)}`);
}
await dispatcher.close();
receiver.kill();
process.exit(0);
