// Replaces a release by the present version while both are used: the tables of a release hold events, its process goes on
// with the load, the present one migrates and joins it, both answer and deliver at once, then the release goes on alone, as
// it does where one goes back. Nothing fails, every event is delivered once, and every stream has the order of the log.
// Usage: DATABASE_URL=postgresql://… npm run soak -- upgrade [seconds] [tag]
import { setTimeout as delay } from 'node:timers/promises';
import { newestTag } from '../scripts/releases/tags.js';
import { releaseDist } from '../scripts/releases/tree.js';

/** The exit code of a clone that cannot build the release. */
const noRelease = 3;
/** Requests under way at each process. */
const lanes = 4;

const [, , seconds = '10', tag = newestTag()] = process.argv;
const dist = tag === undefined ? undefined : await releaseDist(tag);
if (dist === undefined) {
  console.error(
    `This clone has no tag ${tag ?? 'v*'}, so there is no release to upgrade: git fetch --tags --unshallow.`,
  );
  process.exit(noRelease);
}
const { database, deckcast, follow, post, receiver, reset, subscribe, target } = await import('./harness.js');

const faults = [];
const published = [];
/** The ids that each stream was sent, by its name. */
const streams = {};

/** What a user does, at one process: publishes, presents and reads. */
async function use(base, name, deckId) {
  const { event } = await post(base, '/api/events', { type: 'order.placed', data: { by: name } });
  published.push(event.id);
  const { presentation } = await post(base, `/api/decks/${deckId}/presentations`, {
    homeowner: { first_name: 'Dana', last_name: 'Whitaker' },
    price_inputs: { roof_squares: 24.5 },
  });
  const { contract } = await post(base, `/api/presentations/${presentation.id}/contracts`);
  const sent = (await post(base, `/api/contracts/${contract.id}/send`)).contract;
  const signature = { tier: 'good', signerName: 'Dana Whitaker', consent: true, documentHash: sent.documentHash };
  const signed = (await post(base, `/api/contracts/${contract.id}/sign`, signature)).contract;
  if (signed.status !== 'signed') throw new Error(`the contract is ${signed.status}`);
  for (const path of [`/api/decks/${deckId}/slides`, `/api/presentations/${presentation.id}`, '/api/contracts']) {
    const answer = await fetch(base + path);
    await answer.text();
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`);
  }
}

/** Uses a process without a pause. @returns what ends it, and how often all was done */
function useOnAndOn(base, name, deckId) {
  const ending = new AbortController();
  let count = 0;
  const lane = async () => {
    while (!ending.signal.aborted) {
      await use(base, name, deckId).catch((error) => faults.push(`${name}: ${error.message}`));
      count += 1;
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return async () => {
    ending.abort();
    await running;
    return count;
  };
}

async function listen(base, name) {
  streams[name] = [];
  return follow(
    base,
    'subscription ($after: String) { events(types: ["order.placed"], after: $after) { id } }',
    (event) => streams[name].push(event.id),
  );
}

/** Makes what both processes are used for. */
async function prepare(base) {
  const { deck } = await post(base, '/api/decks', { name: 'Sold during an upgrade' });
  await post(base, `/api/decks/${deck.id}/slides`, {
    slideId: 'prices',
    title: 'Prices',
    narrationScript: 'Hello.',
    slideType: 'product_pricing_v1',
    productData: { good: { name: 'Shingle', price: 11_820 } },
  });
  await subscribe(base, '/orders', 'order.placed');
  return deck.id;
}

/** The order of the log, as a process answers it. */
async function logOf(base) {
  const ids = [];
  for (let next = `${base}/api/events?types=order.placed&limit=200`; next !== undefined;) {
    const answer = await fetch(next);
    ids.push(...(await answer.json()).events.map(({ id }) => id));
    const [, link] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    next = link && new URL(link, base).href;
  }
  return ids;
}

/** Waits until the receiver and all open streams have what was published. */
async function settled(names) {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const received = new Set(await (await fetch(`${target}/list`)).json());
    const isOver =
      published.every((id) => received.has(`/orders ${id}`)) &&
      names.every((name) => streams[name].includes(published.at(-1)));
    if (isOver || performance.now() > deadline) return received;
    await delay(100);
  }
}

const begun = performance.now();
/** Says what happens, and when. */
const note = (text) => console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(5)} s ${text}`);

const half = (Number(seconds) * 1_000) / 2;
/** Runs a version for the time of the soak. */
const running = [];
const run = (...args) => {
  const one = deckcast(...args);
  running.push(one);
  return one;
};
await database(async (url) => {
  await reset();
  const settings = { SPEECH: 'none', RATE_PER_ADDRESS: '0', RATE_PER_KEY: '0' };
  const old = run(url, 'web,worker', { ...settings, DECKCAST_DIST: dist });
  const oldBase = await old.base();
  note(`${tag} runs`);
  const deckId = await prepare(oldBase);
  await listen(oldBase, 'release');
  const endOld = useOnAndOn(oldBase, 'release', deckId);

  const started = performance.now();
  const present = run(url, 'web,worker', settings);
  const presentBase = await present.base();
  const joined = performance.now() - started;
  const before = published.length;
  note('the present version has migrated the tables, and runs beside it');
  await listen(presentBase, 'present');
  const endPresent = useOnAndOn(presentBase, 'present', deckId);
  await delay(half);
  const usesPresent = await endPresent();
  await present.stop();
  note('the release goes on alone');

  await delay(half);
  const uses = await endOld();
  note('nothing more is published');
  const received = await settled(['release']);
  const log = await logOf(oldBase);
  const again = run(url, 'web,worker', settings);
  const whole = await logOf(await again.base());

  const counted = await (await fetch(target)).json();
  const lost = published.filter((id) => !received.has(`/orders ${id}`)).length;
  const doubled = counted.requests - counted.ids;
  if (lost > 0) faults.push(`${lost} events were not delivered`);
  if (doubled > 0) faults.push(`${doubled} events were delivered twice`);
  if (log.join() !== whole.join()) faults.push('the release and the present version read another log');
  if (new Set(log).size !== published.length) faults.push(`the log has ${log.length} of ${published.length} events`);
  for (const [name, ids] of Object.entries(streams)) {
    const from = log.indexOf(ids[0]);
    if (ids.join() !== log.slice(from, from + ids.length).join())
      faults.push(`the stream of ${name} has another order`);
  }
  if (streams.release.length !== log.length)
    faults.push(`the stream of the release has ${streams.release.length} events`);
  console.log(
    `${tag}: ${published.length} events, ${before} of them while the present version started and migrated (${(joined / 1_000).toFixed(1)} s).`,
  );
  console.log(`The release did ${uses} rounds of eight requests, the present version ${usesPresent} beside it.`);
  console.log(`lost ${lost}, delivered twice ${doubled}, failed requests and other faults ${faults.length}`);
  for (const fault of faults.slice(0, 20)) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  await Promise.all([old.stop(), again.stop()]);
})
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => Promise.all(running.map((one) => one.kill())));
receiver.kill();
process.exit();
