// Deliveries a second: events that wait in the log, through fan-out, to signed webhooks received; beside a bare undici
// loop that posts the same body with the same concurrency, and beside pg-boss running as many jobs that do nothing. Each of
// them first does as many as `warm`, which are not measured, because V8 has not compiled their code yet.
// Usage: DATABASE_URL=postgresql://… node delivery.js [deliveries] [subscriptions] [rounds] [warm]
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { Agent, request } from 'undici';
import {
  counted,
  database,
  deckcast,
  inParallel,
  median,
  post,
  receiver,
  reset,
  subscribe,
  target,
} from './harness.js';

const [deliveries = 10_000, subscriptions = 10, rounds = 3, warm = 5_000] = process.argv.slice(2).map(Number);
const concurrency = Math.min(4 * subscriptions, 40);

async function bareLoop() {
  await reset();
  const agent = new Agent();
  const body = JSON.stringify({
    id: randomUUID(),
    type: 'contract.signed',
    timestamp: new Date(),
    deckId: null,
    data: { n: 1 },
  });
  const send = async () => {
    const answer = await request(target, {
      method: 'POST',
      dispatcher: agent,
      body,
      headers: { 'content-type': 'application/json' },
    });
    await answer.body.dump();
  };
  await inParallel(warm, concurrency, send);
  const started = performance.now();
  await inParallel(deliveries, concurrency, send);
  const seconds = (performance.now() - started) / 1_000;
  await agent.close();
  return deliveries / seconds;
}

async function bossAlone() {
  return database(async (url) => {
    const boss = new PgBoss({ connectionString: url, max: 6 });
    await boss.start();
    await boss.createQueue('nothing');
    const jobs = warm + deliveries;
    for (let at = 0; at < jobs; at += 1_000) {
      await boss.insert(
        'nothing',
        Array.from({ length: Math.min(1_000, jobs - at) }, () => ({ data: { n: 1 } })),
      );
    }
    let done = 0;
    let started = performance.now();
    const { promise, resolve } = Promise.withResolvers();
    await boss.work('nothing', { batchSize: 40, burstWhenBatchFull: true, localConcurrency: 2 }, async (batch) => {
      if (done < warm && done + batch.length >= warm) started = performance.now();
      done += batch.length;
      if (done >= jobs) resolve();
    });
    await promise;
    const seconds = (performance.now() - started) / 1_000;
    await boss.stop({ graceful: false });
    return deliveries / seconds;
  });
}

async function waiting() {
  return database(async (url) => {
    await reset();
    const web = deckcast(url, 'web');
    const base = await web.base();
    for (let at = 0; at < subscriptions; at += 1) {
      await subscribe(base, `/${at}`);
    }
    const all = Math.ceil((warm + deliveries) / subscriptions);
    for (let at = 0; at < all; at += 100) {
      const events = Array.from({ length: Math.min(100, all - at) }, (_, n) => ({
        type: 'contract.signed',
        data: { n: at + n },
      }));
      await post(base, '/api/events/batch', { events });
    }
    const worker = deckcast(url, 'worker');
    let seen = await counted();
    while (seen.ids < warm) {
      await delay(5);
      seen = await counted();
    }
    const { ids: before, last: started } = seen;
    while (seen.ids < all * subscriptions) {
      await delay(50);
      seen = await counted();
    }
    await worker.stop();
    await web.stop();
    return { rate: (seen.ids - before) / ((seen.last - started) / 1_000), duplicates: seen.requests - seen.ids };
  });
}

async function idleLatency() {
  return database(async (url) => {
    const app = deckcast(url, 'web,worker');
    const base = await app.base();
    await subscribe(base, '/latency');
    const took = [];
    for (let at = 0; at < 100; at += 1) {
      const id = randomUUID();
      const received = new Promise((resolve) => {
        const listen = (message) => message.id === id && (receiver.off('message', listen), resolve(message.at));
        receiver.on('message', listen);
      });
      const started = performance.timeOrigin + performance.now();
      await post(base, '/api/events', { type: 'contract.signed', id });
      took.push((await received) - started);
      await delay(30);
    }
    await app.stop();
    return { p50: median(took), p99: took.toSorted((a, b) => a - b)[98] };
  });
}

const results = { bare: [], boss: [], deckcast: [] };
let duplicates = 0;
for (let round = 0; round < rounds; round += 1) {
  results.bare.push(await bareLoop());
  results.boss.push(await bossAlone());
  const run = await waiting();
  results.deckcast.push(run.rate);
  duplicates += run.duplicates;
}
const rate = Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)]));
const latency = await idleLatency();
console.log(
  `${deliveries} deliveries to ${subscriptions} subscriptions, concurrency ${concurrency}, medians of ${rounds} alternated rounds after ${warm} that warm up`,
);
console.log(`bare undici loop     ${rate.bare.toFixed(0)}/s`);
console.log(`pg-boss, empty jobs  ${rate.boss.toFixed(0)}/s`);
console.log(
  `Deckcast             ${rate.deckcast.toFixed(0)}/s   ${(rate.deckcast / rate.bare).toFixed(2)} of the bare loop, ${(rate.deckcast / rate.boss).toFixed(2)} of pg-boss; duplicates ${duplicates}`,
);
console.log(`publish to receipt, idle: p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms`);
receiver.kill();
process.exit(0);
