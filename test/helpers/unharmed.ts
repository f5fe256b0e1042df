import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { heldHeap } from './held-heap.ts';
import type { ProbeReport } from './health-probe.ts';

/** How a server that runs in this process fared while something else was done to it. */
export interface Unharmed<Result> {
  readonly result: Result;
  /** What 99 of 100 answers of `/healthz` stayed below, and the slowest one, in milliseconds. */
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** By how many megabytes the resident memory of this process rose at most, that of the test's own work included. */
  readonly grownMb: number;
}

/**
 * Does work while a thread of its own asks `/healthz` every 50 ms, and tells how quickly it was answered.
 *
 * @throws when an answer was not 200, or what the work throws
 */
export async function unharmed<Result>(
  { base }: { readonly base: string },
  work: () => Promise<Result>,
): Promise<Unharmed<Result>> {
  // What earlier tests left behind is not taken for what this work needs, nor the other way round.
  heldHeap();
  const probe = new Worker(path.join(import.meta.dirname, 'health-probe.ts'), {
    workerData: { url: `${base}/healthz` },
    execArgv: ['--no-warnings'],
  });
  try {
    await once(probe, 'message');
    const result = await work();
    probe.postMessage('end');
    const [report] = (await once(probe, 'message')) as [ProbeReport];
    if (report.failures.length > 0) throw new Error(`/healthz failed: ${report.failures.slice(0, 3).join(', ')}`);
    return { result, ...measures(report) };
  } finally {
    await probe.terminate();
  }
}

function measures({ answersMs, mostBytes, firstBytes }: ProbeReport): Omit<Unharmed<never>, 'result'> {
  const sorted = answersMs.toSorted((a, b) => a - b);
  return {
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
    slowestMs: sorted.at(-1) ?? 0,
    grownMb: (mostBytes - firstBytes) / 1_000_000,
  };
}
