import { Semaphore } from '../../platform/limits/semaphore.ts';

/** Attempts to receivers that answer in time, under way at once. */
const quickSlots = 256;
/** Attempts to receivers that were slow last time, under way at once. */
const slowSlots = 512;
/** An attempt that takes longer gives its quick slot back while it waits on, in milliseconds. */
const quickMs = 250;

/**
 * Limits the attempts that one process has under way. Waiting for a slow receiver costs a socket and little else, so it
 * holds no slot that a quick receiver needs: slow ones share slots of their own, however many they are.
 */
export class AttemptSlots {
  readonly #quick = new Semaphore(quickSlots);
  readonly #slow = new Semaphore(slowSlots);

  /** @param isSlow whether the receiver's last attempt outlasted its quick slot. @returns also whether this one did */
  async run<T>(isSlow: boolean, attempt: () => Promise<T>): Promise<{ result: T; isSlow: boolean }> {
    const release = await (isSlow ? this.#slow : this.#quick).acquire();
    const started = performance.now();
    const tooLong = isSlow ? undefined : setTimeout(release, quickMs);
    try {
      const result = await attempt();
      return { result, isSlow: performance.now() - started > quickMs };
    } finally {
      clearTimeout(tooLong);
      release();
    }
  }
}
