// Where the processor time of a small request goes: one process answers the same request behind one stage, behind two, and
// so on, in alternated rounds. What a stage costs is the difference to the stage before.
// Usage: DATABASE_URL=postgresql://… npm run bench -- stages [rounds] [requests]
import { Agent, request } from 'undici';
import { database, deckcast, inParallel, median, receiver, stagesSwitch } from './harness.js';

const [rounds = 15, requests = 1_500] = process.argv.slice(2).map(Number);
const clients = 8;
const dispatcher = new Agent({ connections: clients });
const json = { 'content-type': 'application/json' };
const graphql = (query) => ({
  path: '/graphql',
  options: { method: 'POST', headers: json, body: JSON.stringify({ query }) },
});
let errors = 0;

async function send(base, { path, options }) {
  await inParallel(requests, clients, async () => {
    const { statusCode, body } = await request(`${base}${path}`, { dispatcher, ...options });
    await body.dump();
    if (statusCode >= 400) errors += 1;
  });
}

/** Processor time of a request in microseconds, for each message that the process is sent before. */
async function measure(web, base, load, messages) {
  const readings = messages.map(() => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [at, message] of messages.entries()) {
      const before = await web.ask(message);
      await send(base, load);
      const used = ((await web.ask('read')) - before) / requests;
      if (round >= 0) readings[at].push(used);
    }
  }
  return readings.map(median);
}

function print(rows) {
  for (const [name, cells] of rows) console.log(`| ${[name, ...cells].join(' | ')} |`);
}

await database(async (url) => {
  const settings = { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0', SPEECH: 'none', SEED_DEMO: 'on' };
  const web = deckcast(url, 'web', settings, stagesSwitch);
  const base = await web.base();
  const { decks } = await (await fetch(`${base}/api/decks`)).json();
  const [{ id }] = decks;
  const names = await web.ask('names');
  const loads = {
    'GET /healthz': { path: '/healthz', options: {} },
    'GET a deck': { path: `/api/decks/${id}`, options: {} },
    'POST { __typename }': graphql('{ __typename }'),
  };
  const whole = {
    ...loads,
    'GET a deck, If-None-Match': {
      path: `/api/decks/${id}`,
      options: { headers: { 'if-none-match': (await fetch(`${base}/api/decks/${id}`)).headers.get('etag') } },
    },
    'GET its FAQs': { path: `/api/decks/${id}/faqs`, options: {} },
    'POST { deck { id } }': graphql(`{ deck(id: "${id}") { id } }`),
    'POST { deck { name slides { title } } }': graphql(`{ deck(id: "${id}") { name slides { title } } }`),
    'POST { decks { nodes { id name slideCount } } }': graphql('{ decks { nodes { id name slideCount } } }'),
  };
  console.log(
    `µs of the processor for each request; ${requests} requests of ${clients} clients, medians of ${rounds} alternated rounds\n`,
  );
  // All stages of Koa, none of its health server.
  const ends = [...names.keys(), null];
  const measured = [];
  for (const load of Object.values(loads)) measured.push(await measure(web, base, load, ends));
  print([
    ['stage', Object.keys(loads)],
    ['---', Object.keys(loads).map(() => '---')],
    ['Node and Koa', measured.map(([first]) => first.toFixed(1))],
    ...names.map((name, at) => [name, measured.map((of) => (of[at + 1] - of[at]).toFixed(1))]),
    ['all', measured.map((of) => of.at(-1).toFixed(1))],
  ]);
  console.log('');
  const all = Object.entries(whole);
  const totals = [];
  for (const [, load] of all) totals.push(await measure(web, base, load, [null]));
  print([
    ['request', ['µs']],
    ['---', ['---']],
    ...all.map(([name], at) => [name, totals[at].map((one) => one.toFixed(1))]),
  ]);
  await web.stop();
});
console.log(`\nrefused or failed requests ${errors}`);
receiver.kill();
process.exit(0);
