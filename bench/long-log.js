// Whether work with the log costs more the longer the log is: events published one by one, pages of it from its beginning to its
// end, events fanned out and delivered, and what is too old deleted. At each size the same, on one database that grows; every
// tenth event of its past has a delivery with one attempt.
// Usage: DATABASE_URL=postgresql://… npm run bench -- long-log [sizes, with commas between]
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  counted,
  database,
  deckcast,
  inParallel,
  median,
  rateSince,
  post,
  receiver,
  reset,
  subscribe,
} from './harness.js';

const sizes = (process.argv[2] ?? '100000,1000000,10000000').split(',').map(Number);
const most = Math.max(...sizes);
const [published, expired, rounds, pageReads] = [3_000, 20_000, 3, 40];
const step = 20_000;

/** An id in the order of time, as Deckcast makes them. */
const timedId = (time) =>
  `overlay(gen_random_uuid()::text placing substr(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0'), 1, 8)
    || '-' || right(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0'), 4) || '-7' from 1 for 15)::uuid`;
const addEvents = `with moments as (select n, now() - interval '80 days' * (1 - n / $3::float8) as moment
    from generate_series($1::integer, $2::integer) n),
  recorded as (insert into event (id, type, timestamp, data)
    select ${timedId('moment')}, 'past.' || n % 20, moment,
      jsonb_build_object('n', n, 'homeowner', 'Dana Whitaker', 'total', '40050.00', 'note', repeat('x', 105)) from moments
    returning id, timestamp),
  arrived as (insert into event_arrival (event_id) select id from recorded),
  delivered as (insert into delivery (id, created_at, updated_at, subscription_id, status, attempt_count, event_id)
    select ${timedId('timestamp')}, timestamp, timestamp, $4, 'delivered', 1, id from recorded
    where right(id::text, 1) in ('0', '1') and random() < 0.8 returning id, created_at),
  tried as (insert into delivery_attempt (id, number, started_at, duration_ms, outcome, phase, status_code, delivery_id)
    select ${timedId('created_at')}, 1, created_at, 20, 'success', 'regular', 200, id from delivered returning id)
  insert into attempt_arrival (attempt_id) select id from tried`;

async function fill(client, from, to, subscriptionId) {
  for (let at = from; at < to; at += step) {
    await client.query(addEvents, [at + 1, Math.min(at + step, to), most, subscriptionId]);
    await client.query('select count(*) from sequence_event(null, 0, 0)');
    await client.query('select count(*) from sequence_attempt(null, 0, 0)');
  }
}

/** Events a second, one by one from 16 clients, of a type to which nobody has subscribed. */
async function publish(base) {
  const started = performance.now();
  await inParallel(published, 16, (n) => post(base, '/api/events', { type: 'bench.alone', data: { n } }));
  return rateSince(published, started);
}

/** Milliseconds of one page of 100: the first, one in the middle and the last of the log. */
async function readPages(client, base, size) {
  const cursorAt = async (offset) => {
    const text =
      'select event_id as id from event_position where position >= (select min(position) from event_position) + $1 order by position limit 1';
    const { rows } = await client.query(text, [offset]);
    const query = `{ node(id: "${rows[0].id}") { ... on Event { cursor } } }`;
    return (await post(base, '/graphql', { query })).data.node.cursor;
  };
  const cursors = [await cursorAt(0), await cursorAt(Math.floor(size / 2)), await cursorAt(size - 200)];
  const took = [];
  for (const cursor of cursors) {
    const each = [];
    for (let read = 0; read < pageReads; read += 1) {
      const started = performance.now();
      const answer = await fetch(`${base}/api/events?limit=100&after=${cursor}`);
      if ((await answer.json()).events.length !== 100) throw new Error('the page is not full');
      each.push(performance.now() - started);
    }
    took.push(median(each).toFixed(1));
  }
  return took;
}

/** Deliveries a second of one subscription, from the log to its receiver. */
async function deliver(base) {
  await reset();
  const started = performance.now();
  await inParallel(published, 16, (n) => post(base, '/api/events', { type: 'bench.sent', data: { n } }));
  while ((await counted()).ids < published) await delay(20);
  return rateSince(published, started);
}

/** Events a second that retention deletes from the beginning of the log, with their deliveries, and what it leaves dead. */
async function expire(client, url) {
  const { rows } = await client.query('select min(position)::bigint as first from event_position');
  const first = Number(rows[0].first);
  await client.query(
    `update event set timestamp = now() - interval '200 days'
    where id in (select event_id from event_position where position < $1)`,
    [first + expired],
  );
  const begun = async () => (await client.query('select min(position)::bigint as now from event_position')).rows[0].now;
  const worker = deckcast(url, 'worker', { EVENT_RETENTION_DAYS: '100' });
  while (Number(await begun()) === first) await delay(5);
  const [from, started] = [Number(await begun()), performance.now()];
  // The last expired event stays.
  while (Number(await begun()) < first + expired - 1) await delay(20);
  const rate = rateSince(first + expired - 1 - from, started);
  await worker.stop();
  return rate;
}

console.log('     events   published/s   page ms: first, middle, last   delivered/s   deleted/s');
await database(async (url) => {
  const client = new pg.Client({ connectionString: url });
  // Where a measurement fails its database is dropped below it.
  client.on('error', () => undefined);
  await client.connect();
  const first = deckcast(url, 'web');
  const subscription = await subscribe(await first.base(), '/sent', 'bench.sent');
  await first.stop();
  let size = 0;
  for (const next of sizes) {
    const started = performance.now();
    await fill(client, size, next, subscription.id);
    const filled = rateSince(next - size, started);
    await client.query('vacuum analyze');
    const server = deckcast(url, 'web,worker');
    const base = await server.base();
    const rates = { published: [], delivered: [] };
    for (let round = 0; round < rounds; round += 1) {
      rates.published.push(await publish(base));
      rates.delivered.push(await deliver(base));
    }
    const pages = await readPages(client, base, next);
    await server.stop();
    const deleted = await expire(client, url);
    const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size');
    const figures = [median(rates.published), pages.join(', '), median(rates.delivered), deleted];
    const [a, b, c, d] = figures.map(String);
    console.log(
      `${String(next).padStart(11)}${a.padStart(14)}${b.padStart(31)}${c.padStart(14)}${d.padStart(12)}   ${rows[0].size}, filled by ${filled}/s`,
    );
    size = next;
  }
  await client.end();
});
receiver.kill();
