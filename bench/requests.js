// Requests a second, and the processor time of the server for each: what authors and homeowners change, and small reads.
// With SPEECH=espeak presentations have scripts to speak, which nobody does meanwhile.
// With BEFORE, the build of another checkout, both builds take turns, each on a database of its own.
// Usage: DATABASE_URL=postgresql://… [BEFORE=…/dist] npm run bench -- requests [rounds] [seconds] [part of a name]
import { Agent, request } from 'undici';
import { database, deckcast, median, receiver } from './harness.js';
import { processorMs } from './reads/processes.js';

const [rounds = 3, seconds = 3] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4] ?? '';
const clients = 16;
const decks = 200;
const warmSeconds = 2;
const dispatcher = new Agent({ connections: clients });
const builds = process.env.BEFORE === undefined ? ['now'] : ['before', 'now'];
/** Slides of the deck from which large presentations are made. */
const slidesOfLarge = 20;
const browserId = '5e2f9a3c-7c1d-4b6e-9f0a-2d8b4c6e1f37';
const homeowner = { first_name: 'Dana', last_name: 'Whitaker' };
const prices = { defaultSelectedTier: 'good', good: { price: 100 }, better: { price: 200 }, best: { price: 300 } };
let errors = 0;

async function send(base, method, path, body, more = {}) {
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { ...(body !== undefined && { 'content-type': contentType }), ...more };
  const answer = await request(`${base}${path}`, { method, dispatcher, headers, ...sent });
  const text = await answer.body.text();
  if (answer.statusCode >= 300 || text.includes('"errors"')) errors += 1;
  return text === '' ? null : JSON.parse(text);
}

const addSlide = (base, deckId, slide) => send(base, 'POST', `/api/decks/${deckId}/slides`, slide);

/** A deck with a slide, an offer and a presentation. */
async function makeDeck(base, at) {
  const { deck } = await send(base, 'POST', '/api/decks', { name: `Deck ${at}` });
  const narrationScript = 'Hello.';
  const { slide } = await addSlide(base, deck.id, { slideId: 'intro', title: 'Intro', narrationScript });
  await addSlide(base, deck.id, {
    slideId: 'prices',
    narrationScript,
    title: 'Prices',
    slideType: 'product_pricing_v1',
    productData: prices,
  });
  const made = await send(base, 'POST', `/api/decks/${deck.id}/presentations`, { homeowner });
  const presentationId = made.presentation.id;
  const { token } = await send(base, 'POST', `/api/presentations/${presentationId}/links`, { name: 'Phone' });
  return { deckId: deck.id, slideId: slide.id, presentationId, token };
}

/** A deck whose slides have placeholders. */
async function makeLargeDeck(base) {
  const { deck } = await send(base, 'POST', '/api/decks', { name: 'Large' });
  for (let at = 0; at < slidesOfLarge; at += 1) {
    await addSlide(base, deck.id, {
      slideId: `slide-${at}`,
      title: `Part ${at}`,
      bullets: ['One agreement and one schedule', 'One project manager', 'Licensed and insured: ask to see it'],
      narrationScript: `{{homeowner.first_name}}, part ${at} is what we found on 1,500 square feet of your roof: to mend it before 12/31/2026 costs $4,700.`,
    });
  }
  return deck.id;
}

const query = (document, deckId) => ['POST', '/graphql', { query: document, variables: { id: deckId } }];
/** A slide with a name of its own. */
const newSlide = (n) => ({
  slideId: `slide-${n}`,
  title: 'New',
  narrationScript: 'What is new.',
  orderIndex: n % 1_000,
});
const page = 'nodes { id status version deck { id name currency } }';

/** Each takes a deck and a number that rises. */
const requests = {
  'read a deck, REST': ({ deckId }) => ['GET', `/api/decks/${deckId}`],
  'read its FAQs, REST': ({ deckId }) => ['GET', `/api/decks/${deckId}/faqs`],
  'read a deck, GraphQL': ({ deckId }) => query('query ($id: ID!) { deck(id: $id) { id name } }', deckId),
  'read a presentation of it, GraphQL': ({ deckId }) =>
    query(`query ($id: ID!) { presentations(deckId: $id, first: 20) { ${page} } }`, deckId),
  'read 20 presentations, GraphQL': ({ deckId }) =>
    query(`query ($id: ID!) { presentations(first: 20) { ${page} } deck(id: $id) { id } }`, deckId),
  'read 50 decks with counts, GraphQL': () => query('{ decks(first: 50) { nodes { id name slideCount } } }'),
  'create a slide': ({ deckId }, n) => ['POST', `/api/decks/${deckId}/slides`, newSlide(n)],
  'create a slide, GraphQL': ({ deckId }, n) => [
    'POST',
    '/graphql',
    {
      query:
        'mutation ($id: ID!, $input: CreateSlideInput!) { createSlide(deckId: $id, input: $input) { slide { id version } } }',
      variables: { id: deckId, input: newSlide(n) },
    },
  ],
  'update a slide': ({ slideId }, n) => ['PATCH', `/api/slides/${slideId}`, { title: `Title ${n}` }],
  'create an FAQ': ({ deckId }, n) => [
    'POST',
    `/api/decks/${deckId}/faqs`,
    { userQuestion: `${n}?`, cannedAnswer: 'Yes.' },
  ],
  'update a deck': ({ deckId }, n) => ['PATCH', `/api/decks/${deckId}`, { name: `Name ${n}` }],
  'make a presentation of 2 slides': ({ smallDeckId }) => [
    'POST',
    `/api/decks/${smallDeckId}/presentations`,
    { homeowner },
  ],
  [`make a presentation of ${slidesOfLarge} slides`]: ({ largeDeckId }) => [
    'POST',
    `/api/decks/${largeDeckId}/presentations`,
    { homeowner },
  ],
  [`update a presentation of ${slidesOfLarge} slides`]: ({ largePresentationId }, n) => [
    'PATCH',
    `/api/presentations/${largePresentationId}`,
    { homeowner: { first_name: `Dana ${n}` } },
  ],
  'select a tier': ({ presentationId }, n) => [
    'PUT',
    `/api/presentations/${presentationId}/tier`,
    { tier: Math.floor(n / decks) % 2 === 0 ? 'better' : 'good' },
  ],
  'report what is watched': ({ slideId, token }, n) => [
    'POST',
    '/api/guest/engagement',
    { browserId, openCount: 1, slides: [{ sourceSlideId: slideId, seconds: n / decks, isCompleted: false }] },
    { authorization: `Link ${token}` },
  ],
};

async function open(url, build) {
  const settings = {
    SPEECH: process.env.SPEECH ?? 'none',
    ...(build === 'before' ? { DECKCAST_DIST: process.env.BEFORE } : {}),
  };
  const web = deckcast(url, 'web', settings);
  const base = await web.base();
  const made = [];
  // Two decks that no request changes: presentations keep their size.
  const [{ deckId: smallDeckId }, largeDeckId] = [await makeDeck(base, decks), await makeLargeDeck(base)];
  for (let at = 0; at < decks; at += 1) {
    const { presentation } = await send(base, 'POST', `/api/decks/${largeDeckId}/presentations`, { homeowner });
    const large = { largeDeckId, largePresentationId: presentation.id };
    made.push({ ...(await makeDeck(base, at)), smallDeckId, ...large });
  }
  return { web, base, made, next: 0 };
}

/** @returns requests a second, and milliseconds of the processor for each */
async function measure(side, requestOf, forSeconds) {
  const { web, base, made } = side;
  const ends = performance.now() + forSeconds * 1_000;
  const [started, used] = [performance.now(), processorMs(web.pid)];
  let done = 0;
  const client = async () => {
    while (performance.now() < ends) {
      const n = side.next++;
      await send(base, ...requestOf(made[n % decks], n));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { rate: (1_000 * done) / (performance.now() - started), ms: (processorMs(web.pid) - used) / done };
}

async function run(sides) {
  const header = builds.flatMap((build) => [`${build}: a second`, 'ms of the server']);
  console.log(`| ${['', ...header].join(' | ')} |\n| ${['', ...header].map(() => '---').join(' | ')} |`);
  for (const [name, requestOf] of Object.entries(requests).filter(([named]) => named.includes(only))) {
    const results = sides.map(() => []);
    for (const side of sides) await measure(side, requestOf, warmSeconds);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, side] of sides.entries()) results[at].push(await measure(side, requestOf, seconds));
    }
    const cells = results.flatMap((of) => [
      median(of.map(({ rate }) => rate)).toFixed(0),
      median(of.map(({ ms }) => ms)).toFixed(2),
    ]);
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}

/** Opens a build after the other, then measures them in turn. */
async function withBuilds(left, sides = []) {
  const [build, ...others] = left;
  if (build === undefined) return run(sides);
  return database(async (url) => {
    const side = await open(url, build);
    await withBuilds(others, [...sides, side]);
    await side.web.stop();
  });
}

console.log(
  `${clients} clients, medians of ${rounds} alternated rounds of ${seconds} s after ${warmSeconds} s of each\n`,
);
await withBuilds(builds);
console.log(`\nerrors ${errors}`);
await dispatcher.close();
receiver.kill();
process.exit(errors === 0 ? 0 : 1);
