import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from '@jest/globals';
import type { ProbeReport } from './health-probe.ts';
import { keptByWorker } from './kept-by-worker.ts';
import { MainThreadWatch } from './main-thread-watch.ts';

/** Threads that ask servers how they are, and have none to ask. */
const free = keptByWorker('free health probes', (): Worker[] => []);

/** How a server that runs in this process fared while something else was done to it. */
export interface Harm {
  /**
   * For how long of the main thread's own time of the processor 99 of 100 questions waited at most, and the one that
   * waited longest, in milliseconds. What the test itself does on this thread counts as well.
   */
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** By how many megabytes grew at most what the process holds: heap that is in use, and buffers. */
  readonly grownMb: number;
}

/**
 * What the server may suffer from one client, whatever that client does. The times are two to three times those that hold on
 * a quiet machine: whoever shares its caches slows a thread down, and work that grows without a limit takes many seconds.
 */
const bearable: Harm = { p99Ms: 500, slowestMs: 1_500, grownMb: 100 };

/**
 * Does work while a thread of its own asks `/healthz` every 50 ms, and expects that each answer is 200, that the main
 * thread is not kept for long, and that the process grows by little.
 *
 * @param limits those that differ from what a server may suffer
 * @returns the result of the work
 */
export async function unharmed<Result>(
  app: { readonly base: string },
  work: () => Promise<Result>,
  limits: Partial<Harm> = {},
): Promise<Result> {
  const { result, harm, reportMs } = await harmOf(app, work);
  const beyond = Object.entries({ ...bearable, ...limits })
    .map(([name, limit]) => ({ name, limit, found: harm[name as keyof Harm] }))
    .filter(({ limit, found }) => found >= limit)
    .map(({ name, limit, found }) => `${name} is ${found.toFixed(0)}, of ${limit.toFixed(0)}; ${reportMs}`);
  expect(beyond).toEqual([]);
  return result;
}

/** Does the same, and tells the harm; in words, too, how long answers took by the clock, which others influence. */
export async function harmOf<Result>(
  { base }: { readonly base: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; harm: Harm; reportMs: string }> {
  const probe = free.pop() ?? newProbe();
  try {
    probe.postMessage(`${base}/healthz`);
    await once(probe, 'message');
    const watch = new MainThreadWatch();
    const result = await work().finally(() => probe.postMessage(null));
    const [{ answersMs, failures }] = (await once(probe, 'message')) as [ProbeReport];
    const { waitsMs, grownBytes } = watch.end();
    free.push(probe);
    if (failures.length > 0) throw new Error(`/healthz failed: ${failures.slice(0, 3).join(', ')}`);
    const harm = { p99Ms: share(waitsMs, 0.99), slowestMs: share(waitsMs, 1), grownMb: grownBytes / 1_000_000 };
    const reportMs = `by the clock /healthz took ${share(answersMs, 0.99).toFixed(0)} ms (p99)`;
    return { result, harm, reportMs };
  } finally {
    // One whose work has failed may still ask.
    if (!free.includes(probe)) await probe.terminate();
  }
}

function newProbe(): Worker {
  const probe = new Worker(path.join(import.meta.dirname, 'health-probe.ts'), { execArgv: ['--no-warnings'] });
  // Where the test runs out of time the work never ends, and Jest would wait for the thread.
  probe.unref();
  return probe;
}

/** What so large a share of the values stays below, or is. */
function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;
}
