// What a healthy receiver feels of its neighbours: its publish-to-receipt times alone, and beside one that fails three
// times in ten and some that never answer and get an event of their own each second, in alternated rounds; and that
// nothing is lost.
// Usage: DATABASE_URL=postgresql://… node isolation.js [events a round] [events a second] [rounds] [hanging receivers]
import { randomUUID } from 'node:crypto';
import { atPace, database, deckcast, median, post, receiver, reset, subscribe, target, until } from './harness.js';

const [events = 1_000, perSecond = 50, rounds = 3, hanging = 1] = process.argv.slice(2).map(Number);
/** Not counted: the workers are still starting. */
const warmUp = 5 * perSecond;
const arrivals = new Map();
receiver.on('message', ({ id, at }) => arrivals.set(id, at));

/** When each event was published. */
async function publishAll(base) {
  const published = new Map();
  await atPace(warmUp + events, perSecond, () => {
    const id = randomUUID();
    published.set(id, performance.timeOrigin + performance.now());
    return post(base, '/api/events', { type: 'contract.signed', id });
  });
  return published;
}

const round = (neighbours) =>
  database(async (url) => {
    await reset();
    const web = deckcast(url, 'web');
    const base = await web.base();
    const workers = [1, 2].map(() => deckcast(url, 'worker', { DELIVERY_RETRY_DELAYS: Array(15).fill(1).join() }));
    for (const path of ['/latency', ...neighbours]) {
      await subscribe(base, path, path.startsWith('/hanging') ? 'neighbour.called' : 'contract.signed');
    }
    const calling = setInterval(() => post(base, '/api/events', { type: 'neighbour.called' }), 1_000);
    const published = await publishAll(base);
    clearInterval(calling);
    await until(() => [...published.keys()].every((id) => arrivals.has(id)), 'the last receipt');
    if (neighbours.includes('/flaky')) {
      const flaky = async () =>
        (await (await fetch(`${target}/list`)).json()).filter((one) => one.startsWith('/flaky'));
      await until(async () => (await flaky()).length === warmUp + events, 'the last receipt of the one that fails');
    }
    await Promise.all([web, ...workers].map((one) => one.kill()));
    const counted = [...published].slice(warmUp);
    const took = counted.map(([id, at]) => arrivals.get(id) - at).sort((a, b) => a - b);
    const quantile = (part) => took[Math.floor(events * part)];
    return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
  });

const [alone, beside] = [[], []];
for (let at = 0; at < rounds; at += 1) {
  alone.push(await round([]));
  beside.push(await round(['/flaky', ...Array.from({ length: hanging }, (_, n) => `/hanging/${n}`)]));
}
const of = (measured, name) => median(measured.map((one) => one[name]));
const quantiles = ['p50', 'p95', 'p99'];
const reported = (measured) => quantiles.map((name) => `${name} ${of(measured, name).toFixed(1)} ms`).join(', ');
const ratios = quantiles.map((name) => `${name} ${(of(beside, name) / of(alone, name)).toFixed(2)}`).join(', ');
console.log(`${events} events at ${perSecond} a second, two workers, medians of ${rounds} alternated rounds`);
console.log(`alone               ${reported(alone)}`);
console.log(`beside ${String(hanging).padStart(3)} hanging  ${reported(beside)}`);
console.log(`ratio               ${ratios}; nothing lost`);
receiver.kill();
process.exit();
