import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  Budget,
  currentBudget,
  operationLimits,
  outsideBudget,
  withinLimits,
} from '../../../../src/kit/core/limits/budget.ts';
import { endWithClient } from '../../../../src/kit/core/limits/client-left.ts';
import { jsonSize } from '../../../../src/kit/core/limits/json-size.ts';

const limits = { ...operationLimits, statements: 3, ms: 10_000 };

test('work that has used up its budget is refused whatever it does next', async () => {
  await withinLimits(limits, (budget) => {
    budget.spend('statements', 3);
    expect(() => budget.spend('statements')).toThrow('uses more than 3 statements');
    expect(() => budget.spend('nodes')).toThrow('uses more than 3 statements');
    budget.renew();
    expect(budget.signal.aborted).toBe(true);
  });
});

test('each step of work with many may use as many statements as an operation', async () => {
  await withinLimits(limits, (budget) => {
    for (let step = 0; step < 5; step += 1) {
      budget.spend('statements', 3);
      budget.renew();
    }
    expect(budget.signal.aborted).toBe(false);
  });
});

/** Keeps the processor busy for so many microseconds. */
function compute(microseconds: number): void {
  for (const before = process.cpuUsage(); process.cpuUsage(before).user < microseconds;);
}

describe('a budget is over when its time is, for', () => {
  const reasonOf = (use: (budget: Budget) => void): Promise<unknown> =>
    withinLimits({ ...operationLimits, ms: 200 }, async (budget) => {
      use(budget);
      if (!budget.signal.aborted) await new Promise((resolve) => budget.signal.addEventListener('abort', resolve));
      return budget.signal.reason as unknown;
    });

  test.each<[string, (budget: Budget) => void]>([
    ['rows', (budget) => budget.spend('read', operationLimits.read / 2)],
    ['statements', (budget) => budget.spend('statements', operationLimits.statements / 2)],
    ['objects', (budget) => budget.spend('nodes', operationLimits.nodes / 2)],
    ['processor time', () => compute(400_000)],
  ])('work that has used much of its %s, as too much', async (_what, use) => {
    expect(await reasonOf(use)).toMatchObject({ code: 'OVER_BUDGET', message: expect.stringContaining('200 ms') });
  });

  test.each<[string, (budget: Budget) => void]>([
    ['that has only waited', () => undefined],
    [
      'that waits for the database while others use the processor',
      (budget) => {
        budget.wait();
        compute(400_000);
      },
    ],
  ])('work %s, as unavailable', async (_what, use) => {
    expect(await reasonOf(use)).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/not done within 200 ms.*busy\. Try again shortly/),
    });
  });
});

test('what an operation has set in motion for others does not spend from it', async () => {
  let lasting: Promise<unknown> = Promise.resolve();
  const mayLook = Promise.withResolvers<void>();
  await withinLimits(limits, () => {
    expect(currentBudget()).toBeDefined();
    expect(outsideBudget(currentBudget)).toBeUndefined();
    lasting = mayLook.promise.then(currentBudget);
  });
  mayLook.resolve();
  expect(await lasting).toBeUndefined();
});

describe('the budget of an answer', () => {
  const server = createServer();
  let base: string;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => void server.close());

  /** Asks for an answer, and gives its budget once the work for it is done and its connection is closed. */
  async function budgetOf(work: (closed: Promise<unknown>, sent: ClientRequest) => Promise<unknown>): Promise<Budget> {
    const sent = request(base, { agent: false }).on('error', () => undefined);
    sent.on('response', (got) => got.resume()).end();
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const budget = new Budget(limits);
    const closed = once(response, 'close');
    await endWithClient(budget, response, () => work(closed, sent));
    response.end('Here it is.');
    await closed;
    budget[Symbol.dispose]();
    return budget;
  }

  test('ends with its client, not with the answer', async () => {
    const answered = await budgetOf(async () => undefined);
    const left = await budgetOf((closed, sent) => {
      sent.destroy();
      return closed;
    });
    expect([answered.signal.aborted, left.signal.aborted]).toEqual([false, true]);
    expect(left.signal.reason).toMatchObject({ message: 'The client has left before it was answered.' });
  });
});

test.each([
  ['text', 'x'.repeat(1_000)],
  ['nested', { list: [1, null, true, 'text', { deep: [[]] }], at: new Date(0) }],
  ['rows', Array.from({ length: 500 }, (_, id) => ({ id, name: `Name ${id}` }))],
])('the size of JSON is about that of what is written: %s', (_kind, value) => {
  const written = JSON.stringify(value).length;
  const size = jsonSize(value, Infinity);
  expect(size).toBeGreaterThanOrEqual(written * 0.7);
  expect(size).toBeLessThanOrEqual(written * 1.5 + 10);
  expect(jsonSize(value, 1)).toBeGreaterThan(1);
});
