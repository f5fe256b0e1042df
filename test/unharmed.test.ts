import { expect, test } from '@jest/globals';
import { useApp } from './helpers/test-app.ts';
import { unharmed } from './helpers/unharmed.ts';

const app = useApp();

test('a server that has little to do answers health checks at once', async () => {
  const { result, p99Ms } = await unharmed(app, async () => {
    const answers = [];
    for (let at = 0; at < 50; at += 1) answers.push(await app.rest.get('/api/decks'));
    return answers.filter(({ status }) => status === 200).length;
  });
  expect(result).toBe(50);
  expect(p99Ms).toBeLessThan(200);
});

test('a stall of the event loop and a jump of memory are seen from outside', async () => {
  const { slowestMs, grownMb } = await unharmed(app, async () => {
    const taken = Buffer.alloc(80_000_000, 1);
    const until = performance.now() + 700;
    while (performance.now() < until) taken[0] = 2;
    return taken.length;
  });
  expect(slowestMs).toBeGreaterThan(500);
  expect(grownMb).toBeGreaterThan(60);
});
