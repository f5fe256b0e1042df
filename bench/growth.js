// Whether a row costs more the more rows are asked for: decks with their slides and FAQs, the slides of one deck, and pages
// of a long log of events, over GraphQL and REST. Beside each stand its statements, as PostgreSQL explains them.
// Usage: DATABASE_URL=postgresql://… npm run bench -- growth [rounds] [seconds] [events]
import os from 'node:os';
import pg from 'pg';
import { Pool } from 'undici';
import { database, deckcast, median, receiver } from './harness.js';
import { deckId, fill } from './reads/data.js';
import { processorMs } from './reads/processes.js';

const [rounds = 7, seconds = 0.5, events = 1_000_000] = process.argv.slice(2).map(Number);
const decks = 1_000;
const pageSize = 100;
const pages = [1, Math.max(2, Math.floor(events / 1_000))];
/** Decks of more slides than those of `fill`, behind them. */
const longDecks = [10, 100, 500].map((slides, at) => ({ slides, id: deckId(decks + 1 + at) }));
const probe = ['--import', import.meta.resolve('./growth.probe.js')];

const copySlides = `insert into slide (id, created_at, updated_at, version, deck_id, slide_id, title, bullets, narration_script,
    word_timings, order_index)
  select gen_random_uuid(), created_at, updated_at, 1, $1, 'slide-' || s, title, bullets, narration_script, word_timings, s
  from generate_series(1, $2::integer) s
  join slide on slide.deck_id = $3 and slide.order_index = 1 + s % 20`;
const addEvents = `with recorded as (insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'growth.measured', now(), jsonb_build_object('n', n) from generate_series($1::integer, $2::integer) n
    returning id)
  insert into event_arrival (event_id) select id from recorded`;
const placeEvents = 'select count(*) from sequence_event(null, 0, 0)';

async function fillAll(client, url) {
  await fill(url, decks + longDecks.length);
  await client.query(`delete from slide where deck_id = any($1)`, [longDecks.map(({ id }) => id)]);
  for (const { id, slides } of longDecks) await client.query(copySlides, [id, slides, deckId(1)]);
  // As a log grows: in many transactions.
  const step = Math.min(10_000, events);
  for (let from = 1; from <= events; from += step) {
    await client.query(addEvents, [from, from + step - 1]);
    await client.query(placeEvents);
  }
  await client.query('vacuum analyze');
}

const graphql = (query) => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});
const rest = (route) => ({ method: 'GET', path: route, headers: {} });
const slideFields = 'id title bullets narrationScript orderIndex';

/** What is asked, from few rows to many. @param cursors of the page before each page of events */
const series = (cursors) => ({
  'GraphQL, nested': [1, 10, 100].map((count) => ({
    what: count === 1 ? '1 deck' : `${count} decks`,
    rows: count * 26,
    request: graphql(
      `{ decks(first: ${count}) { nodes { id name slides { ${slideFields} } faqs { id userQuestion cannedAnswer } } } }`,
    ),
  })),
  'REST, list': [1, 10, 100].map((count) => ({
    what: count === 1 ? '1 deck' : `${count} decks`,
    rows: count,
    request: rest(`/api/decks?limit=${count}`),
  })),
  'GraphQL, one deck': longDecks.map(({ slides, id }) => ({
    what: `${slides} slides`,
    rows: slides,
    request: graphql(`{ deck(id: "${id}") { slides { ${slideFields} } } }`),
  })),
  'REST, one deck': longDecks.map(({ slides, id }) => ({
    what: `${slides} slides`,
    rows: slides,
    request: rest(`/api/decks/${id}/slides`),
  })),
  'GraphQL, events': pages.map((page, at) => ({
    what: `page ${page}`,
    rows: pageSize,
    request: graphql(
      `{ events(first: ${pageSize}${after(cursors[at], ', after: "', '"')}) { nodes { id type data: payload } } }`,
    ),
  })),
  'REST, events': pages.map((page, at) => ({
    what: `page ${page}`,
    rows: pageSize,
    request: rest(`/api/events?limit=${pageSize}${after(cursors[at], '&after=', '')}`),
  })),
});

const after = (cursor, before, behind) => (cursor === null ? '' : before + cursor + behind);

/** For each page the cursor of the event before it; null for the first one. */
async function cursorsOf(client, pool) {
  const cursors = [];
  for (const page of pages) {
    const text = 'select event_id as id from event_position order by position offset $1 limit 1';
    const { rows } = await client.query(
      text,
      [(page - 1) * pageSize - 1].map((at) => Math.max(at, 0)),
    );
    const { body } = await ask(pool, graphql(`{ node(id: "${rows[0].id}") { ... on Event { cursor } } }`));
    cursors.push(page === 1 ? null : JSON.parse(body).data.node.cursor);
  }
  return cursors;
}

async function ask(pool, request) {
  const began = performance.now();
  const answer = await pool.request(request);
  const body = await answer.body.text();
  if (answer.statusCode !== 200 || body.includes('"errors"')) throw new Error(body.slice(0, 500));
  return { body, ms: performance.now() - began };
}

/** One request after the other. */
async function measure(pool, pid, { request }) {
  const took = [];
  await ask(pool, request);
  const before = processorMs(pid);
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until || took.length < 5) took.push((await ask(pool, request)).ms);
  return { ms: median(took), processorMs: (processorMs(pid) - before) / took.length };
}

/** Our own tables; others are read by what runs beside the requests. */
const isOurs = ({ text }) => /^\s*select[^]*\bfrom "?(deck|slide|faq|event)\b/.test(text);

/** The statements of one request. */
async function statementsOf(pool, web, { request }) {
  await web.ask('forget');
  await ask(pool, request);
  return (await web.ask('tell')).filter(isOurs);
}

/** @returns the time of all statements, and the buffers that they read */
async function explain(client, statements) {
  const all = { ms: 0, buffers: 0 };
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'];
    all.ms += ms;
    all.buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return all;
}

/** What the rows of one step cost. */
function summed({ what, rows, measured, statements }) {
  const perRow = (ms) => (ms * 1_000) / rows;
  return {
    what,
    rows,
    statements: statements.length,
    answer: perRow(median(measured.map(({ ms }) => ms))),
    processor: perRow(median(measured.map((one) => one.processorMs))),
    // The quickest: what else the machine does can only add to it.
    inPostgres: perRow(Math.min(...measured.map(({ explained }) => explained.ms))),
    buffers: median(measured.map(({ explained }) => explained.buffers)),
  };
}

/** The lines of a table, each figure with what it is of that of the line before. */
function lines(title, steps) {
  return steps.map((step, at) => {
    const beside = (figure) => (at === 0 ? '' : ` (${(step[figure] / steps[at - 1][figure]).toFixed(2)})`);
    const cells = [
      `${title}: ${step.what}`,
      step.rows,
      step.statements,
      `${step.answer.toFixed(0)}${beside('answer')}`,
      `${step.processor.toFixed(0)}${beside('processor')}`,
      `${step.inPostgres.toFixed(1)}${beside('inPostgres')}`,
      step.buffers,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const titles = ['asked for', 'rows', 'statements', 'µs a row', 'of the processor', 'of PostgreSQL', 'buffers'];

async function compare(client, pool, web) {
  const all = series(await cursorsOf(client, pool));
  const steps = Object.values(all).flat();
  for (const step of steps) Object.assign(step, { measured: [], statements: await statementsOf(pool, web, step) });
  for (let round = 0; round <= rounds; round += 1) {
    for (const step of steps) {
      const one = await measure(pool, web.pid, step);
      const explained = await explain(client, step.statements);
      // The first round warms up.
      if (round > 0) step.measured.push({ ...one, explained });
    }
    console.error(`round ${round} of ${rounds}`);
  }
  return all;
}

function table(all) {
  const rows = Object.entries(all).flatMap(([title, ofSeries]) => lines(title, ofSeries.map(summed)));
  return [`| ${titles.join(' | ')} |`, `${titles.map(() => '| --- ').join('')}|`, ...rows].join('\n');
}

await database(async (url) => {
  // An answer that is kept costs hardly anything, however many rows it has.
  const web = deckcast(url, 'web', { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0', ANSWER_CACHE_MB: '0' }, probe);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const pool = new Pool(await web.base(), { connections: 1 });
    await fillAll(client, url);
    const loadBefore = os.loadavg()[0].toFixed(1);
    const all = await compare(client, pool, web);
    const load = `load ${loadBefore} to ${os.loadavg()[0].toFixed(1)}`;
    console.log(
      `${events} events, medians of ${rounds} alternated rounds of ${seconds} s, the quickest run of statements; ${load}\n\n${table(all)}`,
    );
    await pool.close();
  } finally {
    await client.end();
    await web.kill();
  }
});
receiver.kill();
process.exit();
