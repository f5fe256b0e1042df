import { Semaphore } from '../../kit/core/index.ts';

/** Most concurrent attempts to quick receivers. */
const quickSlots = 256;
/** Most concurrent attempts to receivers whose last attempt was slow. */
const slowSlots = 512;
/** An attempt that takes longer releases its quick slot while it continues, in milliseconds. */
const quickMs = 250;

/**
 * Limits the concurrent attempts of one process. Slow receivers share separate slots, so that they take none from quick
 * receivers: waiting costs little more than a socket.
 */
export class AttemptSlots {
  readonly #quick = new Semaphore(quickSlots);
  readonly #slow = new Semaphore(slowSlots);

  /** @param isSlow whether the receiver's last attempt was slow. @returns the result and whether this one was slow */
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
