// The load, in a process of its own: writes on both APIs and readers of the log, each with its history. Begins by
// itself with LOAD = { folder, bases, perSecond, cursor } and ends on two messages: 'settle' stops the writers and
// publishes a last event, 'end' the readers as well.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { History } from './history.js';
import { loadReaders } from './soak-faults.readers.js';
import { Writers } from './soak-faults.writers.js';

const { folder, bases, perSecond, cursor } = JSON.parse(process.env.LOAD);
const acknowledgements = new History(path.join(folder, 'acknowledgements.jsonl'));
const writers = new Writers(bases, acknowledgements);

const caughtUp = new Set();
const readers = Object.entries(loadReaders).map(([name, Kind], at) => {
  const history = new History(path.join(folder, `stream-${name}.jsonl`));
  const reader = new Kind(at % 2 === 0 ? bases : bases.toReversed(), cursor, (event) => {
    history.append(event);
    if (event.type === 'soak.end') caughtUp.add(reader);
  });
  return reader;
});
for (const reader of readers) void reader.run();

/** Every twentieth event goes to the receiver that hangs as well. */
const nextType = (() => {
  let count = 0;
  return () => ((count += 1) % 20 === 0 ? 'soak.hanging' : 'soak.work');
})();

async function edit() {
  const deck = await writers.createDeck('Faults');
  const slide = await writers.createSlide(deck.id, { slideId: 'welcome', title: 'Title 0' });
  const better = { name: 'Better', pricePerSquare: 500, wastePercent: 10 };
  await writers.createSlide(deck.id, {
    slideId: 'prices',
    title: 'Prices',
    slideType: 'product_pricing_v1',
    productData: { roundTo: 50, better },
  });
  await Promise.all([
    writers.atPace(2, 1, () => writers.retitle(slide.id)),
    writers.atPace(1, 1, () => writers.rename(deck.id)),
    writers.atPace(0.5, 1, () => writers.signContract(deck.id)),
  ]);
}

const writing = Promise.all([
  edit(),
  writers.atPace(perSecond * 0.6, 8, () => writers.publish(nextType())),
  writers.atPace(perSecond * 0.4, 4, () => writers.publishByGraphql('soak.work')),
]);

/** A last event behind all others tells when a reader has had everything. */
async function settle() {
  writers.stop();
  await writing;
  const last = new Writers(bases, acknowledgements);
  process.once('message', () => last.stop());
  await last.publish('soak.end');
  while (caughtUp.size < readers.length) await delay(100);
  process.send({ kind: 'caught up' });
}

process.once('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'settle') void settle();
  if (message !== 'end') return;
  for (const reader of readers) reader.close();
  process.send({ kind: 'ended', refusals: readers.map(({ refusals }) => Object.fromEntries(refusals)) }, () =>
    process.exit(),
  );
});
