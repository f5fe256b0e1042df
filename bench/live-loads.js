// What subscribers cost those who publish when their documents ask for more than the event: a hundred different documents
// without loads, and a hundred that load the deck of each event with its slides and FAQs. 8 writers publish through
// POST /api/events; told are their rate and times, and when the last frame of all events has come.
// Usage: DATABASE_URL=postgresql://… node live-loads.js [events] [rounds] [documents]
import { Agent, request } from 'undici';
import { database, deckcast, inParallel, median, post, receiver } from './harness.js';
import { subscribe } from './subscribers.js';

const [events = 300, rounds = 5, documents = 100] = process.argv.slice(2).map(Number);
const [writers, decks, slides, faqs] = [8, 20, 10, 3];
const dispatcher = new Agent({ connections: writers });

const queriesOf = (fields) =>
  Array.from({ length: documents }, (_, at) => `subscription { events { id type at${at}: id ${fields} } }`);
const sides = {
  'no subscriber': null,
  'documents without loads': queriesOf('deckId'),
  'documents that load': queriesOf('deck { name slides { id title } faqs { id userQuestion } }'),
};

const slide = (n) => ({ slideId: `slide-${n}`, title: `Slide ${n}`, narrationScript: `What slide ${n} says.` });

async function deck(base, at) {
  const { deck: made } = await post(base, '/api/decks', { name: `Deck ${at}` });
  const each = (count, work) => Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  await each(slides, (n) => post(base, `/api/decks/${made.id}/slides`, slide(n)));
  await each(faqs, (n) =>
    post(base, `/api/decks/${made.id}/faqs`, { userQuestion: `Question ${n}?`, cannedAnswer: 'Yes.' }),
  );
  return made.id;
}

/** Times of all requests in milliseconds, and what they took together. */
async function publish(base, deckIds, count) {
  const took = [];
  const started = performance.now();
  await inParallel(count, writers, async (n) => {
    const begun = performance.now();
    const { statusCode, body } = await request(`${base}/api/events`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'bench.loads', deckId: deckIds[n % decks], data: { n } }),
    });
    await body.dump();
    if (statusCode !== 201) throw new Error(`an event was answered with ${statusCode}`);
    took.push(performance.now() - begun);
  });
  return { took: took.sort((a, b) => a - b), ms: performance.now() - started };
}

async function measure(base, deckIds, queries) {
  if (queries === null) {
    await publish(base, deckIds, events);
    return publish(base, deckIds, events);
  }
  const open = await subscribe(`${base.replace('http', 'ws')}/graphql`, documents, queries);
  const round = async () => {
    const { done } = await open.expect(documents * events);
    const started = performance.now();
    const published = await publish(base, deckIds, events);
    const { failures } = await done;
    if (failures > 0) throw new Error(`${failures} subscribers failed`);
    return { ...published, lastMs: performance.now() - started };
  };
  await round();
  const measured = await round();
  open.end();
  return measured;
}

const found = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
await database(async (url) => {
  const web = deckcast(url, 'web', { SOCKETS_PER_CLIENT: '100000' });
  const base = await web.base();
  const deckIds = [];
  for (let at = 0; at < decks; at += 1) deckIds.push(await deck(base, at));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, queries] of Object.entries(sides)) found[name].push(await measure(base, deckIds, queries));
  }
  await web.kill();
});

console.log(`${events} events by ${writers} writers, ${documents} documents, medians of ${rounds} alternated rounds`);
const middle = (name, of) => median(found[name].map(of));
const rate = (name) => middle(name, ({ ms }) => (1_000 * events) / ms);
for (const name of Object.keys(sides)) {
  const part = (share) => middle(name, ({ took }) => took[Math.floor(took.length * share)]).toFixed(1);
  const last = sides[name] === null ? '' : `, last frame after ${middle(name, ({ lastMs }) => lastMs).toFixed(0)} ms`;
  console.log(
    `${name.padEnd(24)} ${rate(name).toFixed(0).padStart(5)} events/s (${(rate(name) / rate('no subscriber')).toFixed(2)}), p50 ${part(0.5)} ms, p99 ${part(0.99)} ms${last}`,
  );
}
receiver.kill();
process.exit();
