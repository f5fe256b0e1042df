import { expect } from '@jest/globals';
import { heldHeap } from './held-heap.ts';

/**
 * Does something while /healthz is asked without a pause: for no answer may the thread work for 500 ms, nor the heap grow
 * by 100 MB. Time of the processor is measured, so that other tests on the machine do not count.
 */
export async function calmly<Result>(app: { readonly base: string }, work: () => Promise<Result>): Promise<Result> {
  const heap = heldHeap();
  const done = new AbortController();
  let [longest, highest] = [0, 0];
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const start = process.threadCpuUsage();
      await (await fetch(`${app.base}/healthz`)).text();
      const { user, system } = process.threadCpuUsage(start);
      longest = Math.max(longest, (user + system) / 1_000);
      const isHigh = process.memoryUsage().heapUsed - heap > 90_000_000;
      // What is only waiting to be collected does not count.
      if (isHigh) highest = Math.max(highest, heldHeap() - heap);
    }
  };
  const [result] = await Promise.all([work().finally(() => done.abort()), watch()]);
  expect(longest).toBeLessThan(500);
  expect(highest).toBeLessThan(100_000_000);
  return result;
}
