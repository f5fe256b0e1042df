import { setTimeout as delay } from 'node:timers/promises';

/** A condition is often a request to the server that is waited for, so it is asked less often the longer the wait takes. */
const shortestPauseMs = 5;
const pauseGrowth = 1.6;
/** In a long wait, pauses take fifty times as long as the condition itself, within these limits. */
const pausePerCondition = 50;
const longestPauseMs = { least: 100, most: 250 };
/** The longest pause of a wait whose length is measured. */
const measuredPauseMs = 50;

/** How long to wait, in milliseconds, and what for, as the failure names it. */
interface Waiting {
  readonly timeoutMs?: number;
  readonly what?: string;
  /** Longest pause between two looks at the condition, in milliseconds. */
  readonly mostPauseMs?: number;
}

/** Waits until a condition gives something other than false, null or undefined. Fails, with its last word, on time-out. */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, what = 'the condition', mostPauseMs = longestPauseMs.most }: Waiting = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  let pauseMs = shortestPauseMs;
  do {
    const askedAt = performance.now();
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
      last = value;
    } catch (error) {
      last = error;
    }
    const fairMs = pausePerCondition * (performance.now() - askedAt);
    await delay(pauseMs);
    const longestMs = Math.min(Math.max(fairMs, longestPauseMs.least), mostPauseMs);
    pauseMs = Math.min(pauseMs * pauseGrowth, longestMs);
  } while (Date.now() < deadline);
  const lastWord = last instanceof Error ? last.message : JSON.stringify(last);
  throw new Error(`${what} did not come true within ${timeoutMs} ms; last: ${lastWord}`);
}

/**
 * Waits until a condition is met, which is looked at often.
 *
 * @returns from the call to the begin of the last look that found it unmet, in milliseconds: a slow look does not count
 */
export async function timeUntil(condition: () => Promise<boolean>, waiting: Waiting = {}): Promise<number> {
  const startedAt = performance.now();
  let unmetAt = startedAt;
  const look = async (): Promise<boolean> => {
    const lookedAt = performance.now();
    const isMet = await condition();
    if (!isMet) unmetAt = lookedAt;
    return isMet;
  };
  await eventually(look, { ...waiting, mostPauseMs: measuredPauseMs });
  return unmetAt - startedAt;
}
