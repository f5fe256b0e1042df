import { expect, test } from '@jest/globals';
import { Batcher } from '../../../../src/kit/data/jobs/batcher.ts';

/** Batches that end by `end`, with what each was given. */
function held(pauseMs: number | null = null) {
  const batches: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const work = (items: readonly number[]): Promise<readonly number[]> =>
    new Promise((resolve) => batches.push({ items, end: () => resolve(items.map((item) => item * 10)) }));
  return { batches, batcher: new Batcher(work, 10, pauseMs) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('items that come while a batch is under way run together behind it', async () => {
  const { batches, batcher } = held();
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

test('items that come in the pause after a batch run together, and one that comes later runs at once', async () => {
  const { batches, batcher } = held(50);
  const first = batcher.run(1);
  await turn();
  batches[0]?.end();
  expect(await first).toBe(10);
  const gathered = [batcher.run(2)];
  for (let turns = 0; turns < 5; turns += 1) await turn();
  gathered.push(batcher.run(3));
  while (batches.length < 2) await turn();
  expect(batches[1]?.items).toEqual([2, 3]);
  batches[1]?.end();
  expect(await Promise.all(gathered)).toEqual([20, 30]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const alone = batcher.run(4);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  batches[2]?.end();
  expect(await alone).toBe(40);
});
