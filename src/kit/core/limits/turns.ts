/**
 * Splits long work into turns of the event loop, for all such work of the process together, so that other requests are
 * answered between two parts.
 */
class Turns {
  /** How long work may hold the event loop before others have a turn, in milliseconds. */
  longestMs = 15;
  #startedAt: number | null = null;
  readonly #waiting: (() => void)[] = [];

  /** Null while the turn has time left; else a promise that resolves when the work may continue. */
  next(): Promise<void> | null {
    if (!this.#isLong()) return null;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#pass);
    });
  }

  /**
   * Gives the turn to the work that has waited longest. One `setImmediate` each would not be fair: work that waits again
   * would queue its immediate before the others run, and get every turn.
   */
  readonly #pass = (): void => {
    this.#begin();
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#pass);
  };

  #isLong(): boolean {
    return performance.now() - (this.#startedAt ?? this.#begin()) > this.longestMs;
  }

  #begin(): number {
    setImmediate(() => (this.#startedAt = null));
    return (this.#startedAt = performance.now());
  }
}

/** The turns of this process: one event loop, so one instance. */
export const turns = new Turns();
