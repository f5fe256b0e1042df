import { setTimeout as delay } from 'node:timers/promises';

/** Waits until work has ended, but no longer than `timeoutMs`. @throws the error of the work in that time */
export async function settledWithin(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const inTime = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: inTime.signal }).catch(() => undefined);
  await Promise.race([work, timeout]).finally(() => inTime.abort());
}
