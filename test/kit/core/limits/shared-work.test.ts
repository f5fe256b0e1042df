import { expect, test } from '@jest/globals';
import { Budget, operationLimits, withinBudget } from '../../../../src/kit/core/limits/budget.ts';
import { SharedRuns } from '../../../../src/kit/core/limits/shared-work.ts';

/** Runs that end by `end`, with what each was given. */
function held() {
  const begun: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  let idle = 0;
  const work = (items: readonly number[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => (error === undefined ? resolve(items.length) : reject(error));
      begun.push({ items, end });
    });
  const runs = new SharedRuns(operationLimits, work, () => (idle += 1));
  return { begun, runs, idle: () => idle, itemsOf: () => begun.map(({ items }) => items) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('operations that come together share a run, and those that come meanwhile share the next', async () => {
  const { begun, runs, idle, itemsOf } = held();
  const first = [runs.share(1), runs.share(2)];
  await turn();
  const others = [runs.share(3), runs.share(4), runs.share(5)];
  await turn();
  expect(itemsOf()).toEqual([[1, 2]]);
  begun[0]?.end();
  expect(await Promise.all(first)).toEqual([2, 2]);
  await turn();
  expect(itemsOf()).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  expect(idle()).toBe(0);
  begun[1]?.end();
  expect(await Promise.all(others)).toEqual([3, 3, 3]);
  expect(idle()).toBe(1);
});

test('an operation that comes alone runs its own work, and one that comes meanwhile waits for that', async () => {
  const { begun, runs } = held();
  expect(await runs.share(1)).toBeNull();
  let end = (): void => undefined;
  const own = runs.alone(() => new Promise<void>((resolve) => (end = resolve)));
  const others = [runs.share(2), runs.share(3)];
  await turn();
  expect(begun).toEqual([]);
  end();
  await own;
  await turn();
  begun[0]?.end();
  expect(await Promise.all(others)).toEqual([2, 2]);
});

test('a run that fails leaves each operation to its own work', async () => {
  const { begun, runs } = held();
  const both = [runs.share(1), runs.share(2)];
  await turn();
  begun[0]?.end(new Error('too large'));
  expect(await Promise.all(both)).toEqual([null, null]);
});

test('a run that hangs delays the next one by the longest wait alone', async () => {
  const { begun, runs } = held();
  const stuck = [runs.share(1), runs.share(2)];
  await turn();
  const next = [runs.share(3), runs.share(4)];
  while (begun.length < 2) await turn();
  begun[1]?.end();
  expect(await Promise.all(next)).toEqual([2, 2]);
  begun[0]?.end();
  expect(await Promise.all(stuck)).toEqual([2, 2]);
});

test('an operation whose budget ends leaves the run to the others', async () => {
  const { begun, runs, idle } = held();
  const budget = new Budget(operationLimits);
  const left = withinBudget(budget, () => runs.share(1));
  const other = runs.share(2);
  await turn();
  budget.cancel(new Error('The client has left.'));
  await expect(left).rejects.toThrow('The client has left.');
  begun[0]?.end();
  expect(await other).toBe(2);
  expect(idle()).toBe(1);
});

test('a run is aborted when all of its operations have ended, and no earlier', async () => {
  let signal: AbortSignal | undefined;
  const runs = new SharedRuns(operationLimits, (_items, budget) => {
    signal = budget.signal;
    return new Promise((_resolve, reject) => budget.onCancel(reject));
  });
  const budgets = [new Budget(operationLimits), new Budget(operationLimits)];
  const left = Promise.allSettled(budgets.map((budget) => withinBudget(budget, () => runs.share(1))));
  await turn();
  budgets[0]?.cancel(new Error('The client has left.'));
  expect(signal?.aborted).toBe(false);
  budgets[1]?.cancel(new Error('The client has left.'));
  expect(signal?.aborted).toBe(true);
  expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('an operation that ends while it waits alone leaves nothing behind', async () => {
  const { runs, idle } = held();
  const budget = new Budget(operationLimits);
  const left = withinBudget(budget, () => runs.share(1));
  budget.cancel(new Error('The client has left.'));
  await expect(left).rejects.toThrow('The client has left.');
  await turn();
  expect(idle()).toBe(1);
});
