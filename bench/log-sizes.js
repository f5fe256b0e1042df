// What an event and its delivery take: bytes of each table with its indexes, and bytes of WAL. First events without
// subscribers are published one by one, then half as many with one webhook. Needs the extension pg_walinspect and a superuser:
// of the WAL it counts the records that name a table of this database, so others may use the server meanwhile. Commits
// name no table and are left out.
// Usage: DATABASE_URL=postgresql://… node log-sizes.js [events]
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { counted, database, deckcast, inParallel, post, receiver, reset, subscribe } from './harness.js';

const [most = 8_000] = process.argv.slice(2).map(Number);
/** About 190 bytes of JSON. */
const data = (n) => ({ n, homeowner: 'Dana Whitaker', tier: 'better', total: '40050.00', note: 'x'.repeat(105) });
const tables = [
  'event',
  'event_position',
  'audit_entry',
  'audit_link',
  'delivery',
  'delivery_attempt',
  'attempt_position',
];

const walOf = `select coalesce(sum(record_length), 0)::float8 as total, coalesce(sum(fpi_length), 0)::float8 as pages
  from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn)
  where block_ref like '%/' || (select oid from pg_database where datname = current_database()) || '/%'`;

async function endOfWal(client) {
  const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as lsn');
  return rows[0].lsn;
}

/** Adds up the WAL every half second: the server keeps little of it. @returns the end, which tells the sums in bytes */
async function watchWal(client) {
  const sums = { total: 0, pages: 0 };
  let from = await endOfWal(client);
  const end = new AbortController();
  const addUp = async () => {
    const to = await endOfWal(client);
    if (to === from) return;
    const { rows } = await client.query(walOf, [from, to]);
    for (const name of Object.keys(sums)) sums[name] += rows[0][name];
    from = to;
  };
  const watching = (async () => {
    while (!end.signal.aborted) {
      await addUp();
      await delay(500);
    }
  })();
  return async () => {
    end.abort();
    await watching;
    await addUp();
    return sums;
  };
}

/** Publishes, waits until everything is delivered and chained, and tells the WAL of it. */
async function phase(client, base, name, { events, deliveries }) {
  await reset();
  const endOfWatch = await watchWal(client);
  await inParallel(events, 32, (n) => post(base, '/api/events', { type: 'contract.signed', data: data(n) }));
  for (;;) {
    const { rows } = await client.query(`select (select count(*) from fan_out) + (select count(*) from event_arrival)
      + (select count(*) from attempt_arrival) + (select count(*) from audit_waiting)
      + (select count(*) from delivery where status = 'pending') as left`);
    if (Number(rows[0].left) === 0 && (await counted()).ids >= deliveries) break;
    await delay(100);
  }
  const { total, pages } = await endOfWatch();
  const each = (bytes) => Math.round(bytes / events);
  console.log(`WAL, ${name}: ${each(total - pages)} bytes an event, and ${each(pages)} of images of pages`);
}

await database(async (url) => {
  const server = deckcast(url, 'web,worker');
  const client = new pg.Client({ connectionString: url });
  try {
    const base = await server.base();
    await client.connect();
    await client.query('create extension pg_walinspect');
    await phase(client, base, 'without subscribers', { events: most, deliveries: 0 });
    await subscribe(base, '/hook');
    await phase(client, base, 'with one webhook', { events: most / 2, deliveries: most / 2 });
    for (const table of tables) {
      await client.query(`vacuum "${table}"`);
      const { rows } = await client.query(
        `select count(*)::int as rows, pg_total_relation_size('${table}')::float8 as bytes from "${table}"`,
      );
      const [{ rows: count, bytes }] = rows;
      console.log(`${table.padEnd(18)} ${String(count).padStart(8)} rows, ${Math.round(bytes / count)} bytes a row`);
    }
    const { rows } = await client.query('select avg(octet_length(data::text))::int as bytes from event');
    console.log(`data of an event: ${rows[0].bytes} bytes`);
  } finally {
    await client.end();
    await server.stop();
  }
});
receiver.kill();
