import { expect, test } from '@jest/globals';
import { Batcher } from '../../../../src/kit/data/jobs/batcher.ts';

/** Batches that end by `end`, with what each was given. */
function held(mostWaitMs: number | null) {
  const batches: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const work = (items: readonly number[]): Promise<readonly number[]> =>
    new Promise((resolve) => batches.push({ items, end: () => resolve(items.map((item) => item * 10)) }));
  return { batches, batcher: new Batcher(work, 10, mostWaitMs) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('items that come while a batch is under way run together behind it', async () => {
  const { batches, batcher } = held(null);
  const first = batcher.run(1);
  await turn();
  const others = [batcher.run(2), batcher.run(3)];
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.end();
  expect(await first).toBe(10);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  batches[1]?.end();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('a batch that hangs delays the next one by the longest wait alone', async () => {
  const { batches, batcher } = held(20);
  const stuck = batcher.run(1);
  await turn();
  const next = batcher.run(2);
  while (batches.length < 2) await turn();
  batches[1]?.end();
  expect(await next).toBe(20);
  batches[0]?.end();
  expect(await stuck).toBe(10);
});
