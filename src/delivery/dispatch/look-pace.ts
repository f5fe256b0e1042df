/** Looks of this duration cost too little to be paced, in milliseconds. */
const shortMs = 5;
/** How many times as long as a look its pause is: looks take a fifth of the time. */
const pausePerLook = 4;
/** Longest pause, in milliseconds. */
const longestPauseMs = 500;

/**
 * Pauses between looks for due deliveries, in proportion to their cost: with many lanes, looks are less frequent and join
 * wake-ups. One slow look between fast ones causes no pause. The first one of a process is slow, and so is one that waits
 * for a connection.
 */
export class LookPace {
  #previousMs = 0;

  /** @returns how long to pause after a look, in milliseconds */
  pauseAfter(lookMs: number): number {
    const costMs = Math.min(lookMs, this.#previousMs);
    this.#previousMs = lookMs;
    return costMs > shortMs ? Math.min(costMs * pausePerLook, longestPauseMs) : 0;
  }
}
