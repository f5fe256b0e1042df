import { expect, test } from '@jest/globals';
import { giveWay } from '../../../../src/kit/core/limits/in-turns.ts';
import { turns } from '../../../../src/kit/core/limits/turns.ts';

/** Holds the event loop for as long as a turn may take, and a little longer. */
function work(): void {
  const end = performance.now() + turns.longestMs + 1;
  while (performance.now() < end);
}

test('long works take turns: none has a second one while another waits for its first', async () => {
  const order: string[] = [];
  const long = async (name: string): Promise<void> => {
    for (let step = 0; step < 4; step += 1) {
      await giveWay();
      order.push(name);
      work();
    }
  };
  await Promise.all(['a', 'b', 'c'].map(long));
  for (let step = 0; step < 4; step += 1) {
    expect(order.slice(step * 3, step * 3 + 3).toSorted()).toEqual(['a', 'b', 'c']);
  }
});

test('short work that comes while others work long is done before they end', async () => {
  let steps = 0;
  const long = async (): Promise<void> => {
    for (; steps < 50; steps += 1) {
      await giveWay();
      work();
    }
  };
  const longs = [long(), long()];
  await new Promise(setImmediate);
  await giveWay();
  expect(steps).toBeLessThan(10);
  await Promise.all(longs);
});

test('work waits for nothing while nobody has worked long', async () => {
  await new Promise(setImmediate);
  expect(turns.next()).toBeNull();
});
