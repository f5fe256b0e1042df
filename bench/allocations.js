// What requests allocate, and what they leave among the old objects, which only a full collection frees: the part of their
// cost that no profile of the processor shows. Unlike times these figures repeat on a machine with other work.
// Usage: DATABASE_URL=postgresql://… npm run bench -- allocations [--only text] [--functions count]
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { allocationSwitch, database, deckcast, inParallel, receiver } from './harness.js';
import { deckId, fill } from './reads/data.js';
import { cases, requestsOf, writeRequests, writes } from './reads/queries.js';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, functions: { type: 'string', default: '0' } },
});
const decks = 200;
const clients = 8;
/** Requests before those that are measured: V8 then has compiled what runs often. */
const warm = 2_000;
const requests = 1_000;
const dispatcher = new Agent({ connections: clients });
const get = (path) => [{ method: 'GET', path, headers: {} }];
let errors = 0;

async function send(base, asked, count) {
  let next = 0;
  await inParallel(count, clients, async () => {
    const { path, body, ...rest } = asked[next++ % asked.length];
    const given = { ...rest, body: body?.replace('UNIQUE', randomUUID()) };
    const answer = await request(`${base}${path}`, { dispatcher, ...given });
    await answer.body.dump();
    if (answer.statusCode >= 400) errors += 1;
  });
}

/** kB that one request allocates, leaves, and allocates in each function. */
async function measure(web, base, asked) {
  await send(base, asked, warm);
  await web.ask('begin');
  await send(base, asked, requests);
  const { left, bytesOf } = await web.ask('end');
  const each = (bytes) => bytes / requests / 1_000;
  const functions = Object.entries(bytesOf)
    .map(([name, bytes]) => [name, each(bytes)])
    .sort(([, one], [, other]) => other - one);
  return { left: each(left), allocated: functions.reduce((sum, [, bytes]) => sum + bytes, 0), functions };
}

function planned() {
  const plan = { '/healthz': get('/healthz'), 'REST: deck': get(`/api/decks/${deckId(1)}`) };
  for (const name of Object.keys(cases)) plan[name] = requestsOf(name, 'Deckcast');
  for (const name of Object.keys(writes)) plan[name] = writeRequests(name, 'Deckcast', decks);
  return Object.entries(plan).filter(([name]) => name.includes(options.only));
}

await database(async (url) => {
  const settings = { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0', SPEECH: 'none' };
  const web = deckcast(url, 'web', settings, allocationSwitch);
  const base = await web.base();
  await fill(url, decks);
  console.log(`kB of a request, of ${requests} by ${clients} clients after ${warm}\n`);
  console.log('| request | allocated | left |\n| --- | --- | --- |');
  for (const [name, asked] of planned()) {
    const { allocated, left, functions } = await measure(web, base, asked);
    console.log(`| ${name} | ${allocated.toFixed(1)} | ${left.toFixed(1)} |`);
    for (const [where, bytes] of functions.slice(0, Number(options.functions))) {
      console.log(`| ${where} | ${bytes.toFixed(2)} | |`);
    }
  }
  await web.stop();
});
console.log(`\nrefused or failed requests ${errors}`);
receiver.kill();
process.exit(0);
