// How long pages and counts of the lists of all decks take: contracts of 20 decks and 2,000 presentations, of which 2 in
// 100 are sent, half of these overdue. With the plan of the inbox, in the words of `contract.list.ts`.
// Usage: DATABASE_URL=postgresql://… node lists.js [contracts]
import pg from 'pg';
import { database, deckcast, median, post, receiver } from './harness.js';

const [contracts = 100_000] = process.argv.slice(2).map(Number);
const presentations = 2_000;
const demo = '/api/decks/01900000-0000-7000-8000-000000000001/presentations';
const input = {
  homeowner: { first_name: 'Dana', last_name: 'Whitaker' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
};

/** Copies of the only row that meets a condition, with other members; `n` counts them from 1. */
const copies = (table, count, others, condition = 'true') => `insert into ${table}
  select made.* from ${table} as original, generate_series(1, ${count}) as n, jsonb_populate_record(original, ${others}) as made
  where ${condition}`;

const idOf = (kind, n) => `(md5('${kind} ' || (${n})))::uuid`;

async function fill(client, { presentationId }) {
  await client.query(
    copies(
      'deck',
      20,
      `jsonb_build_object('id', ${idOf('deck', 'n % 20')}, 'name', 'Copy ' || n)`,
      "original.name not like 'Copy%'",
    ),
  );
  const ofPresentation = `jsonb_build_object('id', ${idOf('presentation', `n % ${presentations}`)},
    'deck_id', ${idOf('deck', 'n % 20')}, 'created_at', original.created_at + n * interval '1 second',
    'homeowner', jsonb_build_object('firstName', 'Copy', 'lastName', md5(n::text)))`;
  await client.query(copies('presentation', presentations, ofPresentation, `original.id = '${presentationId}'`));
  const ofSlide = `jsonb_build_object('id', gen_random_uuid(), 'presentation_id', ${idOf('presentation', `n % ${presentations}`)})`;
  await client.query(
    copies('presentation_slide', presentations, ofSlide, `original.presentation_id = '${presentationId}'`),
  );
  const round = `n / ${presentations}`;
  const presentation = idOf('presentation', `n % ${presentations}`);
  const ofContract = `jsonb_build_object('id', gen_random_uuid(), 'presentation_id', ${presentation},
    'bound_to_presentation_id', case when ${round} < 25 then ${presentation} end, 'deck_id', ${idOf('deck', 'n % 20')},
    'created_at', original.created_at + n * interval '1 second', 'updated_at', original.created_at + n * interval '1 minute',
    'status', case ${round} when 0 then 'sent' else case when ${round} < 25 then 'voided' else 'signed' end end,
    'source_slide_id', case when ${round} < 25 then original.source_slide_id else gen_random_uuid() end,
    'document', case when ${round} < 25 then null else jsonb_build_object('parties', '{}'::jsonb) end,
    'document_hash', case when ${round} < 25 then null else repeat('a', 64) end,
    'expires_at', now() + case n % 2 when 0 then interval '1 day' else interval '-1 hour' end)`;
  await client.query(copies('contract', contracts, ofContract, `original.presentation_id = '${presentationId}'`));
  await client.query('vacuum analyze');
}

async function get(path) {
  const answer = await fetch(path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
}

async function timeOf(read) {
  const times = [];
  for (let n = 0; n < 20; n += 1) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return `${median(times).toFixed(1)} ms`;
}

await database(async (url) => {
  const server = deckcast(url, 'web', { SPEECH: 'none', SEED_DEMO: 'on' });
  const client = new pg.Client({ connectionString: url });
  // The database is dropped below it where something fails.
  client.on('error', () => undefined);
  const base = await server.base();
  await client.connect();
  const { presentation } = await post(base, demo, input);
  await post(base, `/api/presentations/${presentation.id}/contracts`, {});
  await fill(client, { presentationId: presentation.id });

  const deckId = (await client.query(`select ${idOf('deck', '1')} as id`)).rows[0].id;
  for (const path of [
    '/api/contracts',
    '/api/contracts?status=sent,viewed',
    '/api/contracts?status=sent,viewed&orderBy=updated_desc',
    '/api/contracts?status=expired',
    `/api/contracts?deckId=${deckId}&status=sent`,
    '/api/presentations',
    '/api/presentations?search=ana%20whit',
  ]) {
    console.log(`GET ${path.replace(deckId, '…')}: ${await timeOf(() => get(base + path))}`);
  }
  for (const query of [
    '{ contracts(first: 1) { totalCount } }',
    '{ contracts(first: 1, status: SENT) { totalCount } }',
  ]) {
    console.log(`${query}: ${await timeOf(() => post(base, '/graphql', { query }))}`);
  }
  const isSent = `status = any('{sent,viewed}') and case when status = any('{sent,viewed}') and expires_at <= now()
    then 'expired' else status end = any('{sent,viewed}')`;
  const { rows } = await client.query(
    `explain (analyze, costs off, timing off) select * from contract where ${isSent} order by created_at desc, id desc limit 51`,
  );
  for (const row of rows) console.log(row['QUERY PLAN']);
  await client.end();
  await server.stop();
});
receiver.kill();
