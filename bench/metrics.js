// What metrics or traces cost: requests a second, and processor time of a request, while a process makes them and while it
// does not. Traces are sent to the receiver of the measurements. Two processes that do the same differ by more than what is
// looked for, so one process does both in turn, in many short rounds, and is compared with itself. It does without them
// twice: the two differ by what is chance.
// Usage: DATABASE_URL=postgresql://… node metrics.js [rounds] [requests] [metrics|traces]
import { Agent, request } from 'undici';
import { database, deckcast, inParallel, median, metricsSwitch, receiver, target, tracesSwitch } from './harness.js';

const [rounds = 100, requests = 400] = process.argv.slice(2, 4).map(Number);
const { 4: what = 'metrics' } = process.argv;
const { [what]: measured } = {
  metrics: { options: metricsSwitch, settings: {} },
  traces: { options: tracesSwitch, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: target } },
};
const clients = 8;
/** What the process is sent at each turn of a round. */
const states = { with: 'on', without: 'off', again: 'off' };
const turns = Object.keys(states);
const dispatcher = new Agent({ connections: clients });
const json = { 'content-type': 'application/json' };
const loads = [
  { name: 'GET /healthz, without the database', path: '/healthz', options: {} },
  { name: 'GET /api/decks', path: '/api/decks', options: {} },
  {
    name: 'POST /graphql, { decks { nodes { id } } }',
    path: '/graphql',
    options: { method: 'POST', headers: json, body: JSON.stringify({ query: '{ decks { nodes { id } } }' }) },
  },
  {
    name: 'POST /api/events',
    path: '/api/events',
    options: { method: 'POST', headers: json, body: JSON.stringify({ type: 'contract.signed', data: {} }) },
  },
];

let errors = 0;

async function send(base, { path, options }) {
  await inParallel(requests, clients, async () => {
    const { statusCode, body } = await request(`${base}${path}`, { dispatcher, ...options });
    await body.dump();
    if (statusCode >= 300) errors += 1;
  });
}

await database(async (url) => {
  const settings = { HEALTH_PORT: '0', RATE_PER_ADDRESS: '0', SPEECH: 'none', ...measured.settings };
  const web = deckcast(url, 'web', settings, measured.options);
  const base = await web.base();
  console.log(`${requests} requests of ${clients} clients, medians of ${rounds} alternated rounds`);
  for (const load of loads) {
    for (let warmUp = 0; warmUp < 10; warmUp += 1) await send(base, load);
    const readings = [];
    for (let round = 0; round < rounds; round += 1) {
      const of = {};
      for (const at of turns.keys()) {
        const turn = turns[(at + round) % turns.length];
        const used = await web.ask(states[turn]);
        const started = performance.now();
        await send(base, load);
        const seconds = (performance.now() - started) / 1_000;
        of[turn] = { rate: requests / seconds, cpu: ((await web.ask(states[turn])) - used) / requests };
      }
      readings.push(of);
    }
    const of = (turn, figure) => median(readings.map((round) => round[turn][figure]));
    const ratio = (turn, figure) =>
      median(readings.map((round) => round[turn][figure] / round.without[figure])).toFixed(3);
    const shown = (turn) => `${ratio(turn, 'rate')} of requests a second, ${ratio(turn, 'cpu')} of processor time`;
    console.log(`${load.name}: ${of('with', 'rate').toFixed(0)}/s, ${of('with', 'cpu').toFixed(0)} µs each`);
    console.log(`  ${what} ${shown('with')}; chance ${shown('again')}`);
  }
  await web.stop();
});
console.log(`refused or failed requests ${errors}`);
receiver.kill();
process.exit(0);
