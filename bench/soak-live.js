// Streams miss nothing: writers commit events in overlapping transactions, some slow, some rolled back, readers on two
// web processes are cut off at random and come back behind their last cursor, and the processes themselves are killed.
// What each reader received has to be what was committed, in the order of the log, nothing twice.
// Usage: DATABASE_URL=postgresql://… npm run soak -- live [events] [resumes] [seed]
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { database, deckcast, receiver } from './harness.js';
import { seededRandom } from './random.js';

const [events = 5_000, resumes = 200, seed = randomInt(1_000_000)] = process.argv.slice(2).map(Number);
const writers = 16;
const readers = 8;
const kills = 6;
const { below } = seededRandom(seed);

/** Commits single events and small batches until there are enough; gives how many it committed. */
async function write(url, budget) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let committed = 0;
  while (budget.left > 0) {
    const count = Math.min(budget.left, 1 + below(4));
    budget.left -= count;
    const rollsBack = below(20) === 0;
    await client.query('begin');
    for (let at = 0; at < count; at += 1) {
      await client.query(
        `with recorded as
           (insert into event (id, type, timestamp, data) values (gen_random_uuid(), 'soak.live', now(), '{}') returning id)
         insert into event_arrival (event_id) select id from recorded`,
      );
      if (below(4) === 0) await delay(below(30));
    }
    await client.query(rollsBack ? 'rollback' : 'commit');
    if (rollsBack) budget.left += count;
    else {
      committed += count;
      await client.query('select count(*) from sequence_event(null, 0, 0)');
      await client.query(`select pg_notify('deckcast_wake_up', 'soak events')`);
    }
    await delay(below(10));
  }
  await client.end();
  return committed;
}

/** Keeps its last cursor and comes back behind it, to whichever process answers. */
class Reader {
  cursors = [];
  ids = [];
  resumes = 0;
  refusals = [];
  #socket = null;

  connect(bases) {
    const base = bases[below(bases.length)];
    const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    this.#socket = socket;
    this.resumes += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) setTimeout(() => this.#socket === socket && this.connect(bases), 50);
    });
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (frame) => {
      if (this.#socket === socket) this.#receive(socket, JSON.parse(frame));
    });
  }

  #receive(socket, { type, payload }) {
    if (type === 'connection_ack') {
      const query = 'subscription ($after: String) { events(types: ["soak.*"], after: $after) { id cursor } }';
      const variables = { after: this.cursors.at(-1) };
      socket.send(JSON.stringify({ id: 'soak', type: 'subscribe', payload: { query, variables } }));
    }
    if (type === 'error') this.refusals.push(payload);
    if (type !== 'next') return;
    this.ids.push(payload.data.events.id);
    this.cursors.push(payload.data.events.cursor);
  }

  /** Cuts the connection off; what was under way on it is lost with it. */
  cut(bases) {
    const socket = this.#socket;
    this.connect(bases);
    socket?.terminate();
  }

  close() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.terminate();
  }
}

await database(async (url) => {
  const settings = { SOCKETS_PER_CLIENT: '100000' };
  const webs = [deckcast(url, 'web', settings), deckcast(url, 'web', settings)];
  const bases = await Promise.all(webs.map((web) => web.base()));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const first = await fetch(`${bases[0]}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"soak.start"}',
  });
  const { event } = await first.json();
  const all = Array.from({ length: readers }, () => new Reader());
  for (const reader of all) {
    reader.cursors.push(event.cursor);
    reader.connect(bases);
  }
  const started = performance.now();
  const budget = { left: events };
  const run = { writing: true };
  const cutting = (async () => {
    while (run.writing || all.reduce((sum, one) => sum + one.resumes, 0) < resumes) {
      await delay(20 + below(60));
      all[below(readers)].cut(bases);
    }
  })();
  const killing = (async () => {
    for (let kill = 0; kill < kills && run.writing; kill += 1) {
      await delay(1_000 + below(1_000));
      const victim = below(webs.length);
      await webs[victim].kill();
      webs[victim] = deckcast(url, 'web', settings);
      bases[victim] = await webs[victim].base();
    }
  })();
  await Promise.all(Array.from({ length: writers }, () => write(url, budget)));
  run.writing = false;
  await Promise.all([cutting, killing]);
  // All readers began behind the first event.
  const { rows } = await client.query(
    'select event_id as id from event_position where event_id <> $1 order by position',
    [event.id],
  );
  const committed = rows.map(({ id }) => id);
  const deadline = performance.now() + 30_000;
  while (all.some(({ ids }) => ids.length < committed.length) && performance.now() < deadline) await delay(50);
  await delay(500);
  for (const reader of all) reader.close();
  const wrong = all.filter(({ ids }) => JSON.stringify(ids) !== JSON.stringify(committed));
  const refusals = all.flatMap((one) => one.refusals);
  console.log(
    `seed ${seed}: ${committed.length} events of ${writers} writers, ${readers} readers on 2 processes, ${all.reduce((sum, one) => sum + one.resumes, 0)} connections, ${kills} processes killed, ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  );
  for (const { ids } of wrong) {
    const [had, is] = [new Set(ids), new Set(committed)];
    console.log(
      `a reader has ${ids.length}: missing ${committed.filter((id) => !had.has(id)).length}, foreign ${ids.filter((id) => !is.has(id)).length}, twice ${ids.length - had.size}`,
    );
  }
  console.log(wrong.length === 0 ? 'every reader has received what was committed, in order, once' : 'FAILED');
  if (refusals.length > 0) console.log(`refusals: ${JSON.stringify(refusals[0])}`);
  if (wrong.length > 0 || refusals.length > 0) process.exitCode = 1;
  await client.end();
  await Promise.all(webs.map((web) => web.kill()));
});
receiver.kill();
process.exit();
