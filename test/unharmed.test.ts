/** @fresh It measures collections of the heap, which would be that of the tests before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from './helpers/eventually.ts';
import { useApp } from './helpers/test-app.ts';
import { spentMs } from './helpers/thread-time.ts';
import { harmOf, unharmed } from './helpers/unharmed.ts';

const app = useApp();

/** Takes 64 kB. */
const numbers = Array.from({ length: 8_000 }, (_, index) => index + 0.5);

/** Keeps this thread for so long of its own time of the processor. */
function burn(ms: number): void {
  const before = spentMs();
  while (spentMs() - before < ms);
}

async function ask(times: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) statuses.push((await app.rest.get('/api/decks')).status);
  return [...new Set(statuses)];
}

/** Does work while processes of nothing but loops take the machine's processors; each ends by itself after a minute. */
async function besideBusyProcesses<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const loop = 'const end = Date.now() + 60_000; process.stdout.write("busy"); while (Date.now() < end);';
  const others = Array.from({ length: count }, () => spawn(process.execPath, ['-e', loop]));
  try {
    await Promise.all(others.map(({ stdout }) => once(stdout, 'data')));
    return await work();
  } finally {
    for (const other of others) other.kill('SIGKILL');
  }
}

// What a first request has to compile is no harm.
beforeAll(() => ask(5));

// After the stalls of a test the server may be overloaded for seconds. It answers /healthz all the same.
beforeEach(() => eventually(async () => (await app.rest.get('/api/decks')).status === 200));

describe('harm to a server', () => {
  test('is little where it has little to do', async () => {
    expect(await unharmed(app, () => ask(50))).toEqual([200]);
  });

  test('is a stall of the event loop, as long as it is', async () => {
    const { harm } = await harmOf(app, async () => burn(600));
    expect(harm.slowestMs).toBeGreaterThanOrEqual(600);
    expect(harm.p99Ms).toBeGreaterThan(400);
    await expect(unharmed(app, async () => burn(1_600))).rejects.toThrow('p99Ms is ');
  });

  test('is no work that lets others in between', async () => {
    const { harm } = await harmOf(app, async () => {
      for (let part = 0; part < 60; part += 1) {
        burn(10);
        await setImmediate();
      }
    });
    expect(harm.slowestMs).toBeLessThan(200);
  });

  test.each([
    ['in the heap', () => Array.from({ length: 2_000 }, () => numbers.slice())],
    ['in buffers', () => Buffer.alloc(120_000_000, 1)],
  ])('is memory that is held for a while %s', async (_where, take) => {
    const hold = async (): Promise<number> => {
      const taken = take();
      const before = performance.now();
      await eventually(() => performance.now() - before > 100);
      return taken.length;
    };
    expect((await harmOf(app, hold)).harm.grownMb).toBeGreaterThan(100);
    await expect(unharmed(app, hold, { p99Ms: 60_000, slowestMs: 60_000 })).rejects.toThrow('grownMb is ');
  });

  test('is no memory that is thrown away at once', async () => {
    const { harm } = await harmOf(app, async () => {
      for (let part = 0; part < 30; part += 1) {
        Buffer.alloc(10_000_000, part);
        await setImmediate();
      }
    });
    expect(harm.grownMb).toBeLessThan(50);
  });

  test('is no pause that other processes of the machine make', async () => {
    const { result, harm } = await besideBusyProcesses(3, () =>
      harmOf(app, async () => {
        burn(80);
        return ask(20);
      }),
    );
    expect(result).toEqual([200]);
    expect(harm.slowestMs).toBeGreaterThanOrEqual(80);
    expect(harm.slowestMs).toBeLessThan(200);
  }, 60_000);

  test('is an answer of /healthz other than 200', async () => {
    const other = { base: `${app.base}/api` };
    await expect(unharmed(other, () => ask(1))).rejects.toThrow('/healthz failed: status 404');
  });
});
