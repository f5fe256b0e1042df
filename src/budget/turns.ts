/**
 * Parts long work into turns of the event loop, for all such work of the process together: between two parts others are
 * answered.
 */
class Turns {
  /** How long work may hold the event loop before others have a turn, in milliseconds. */
  longestMs = 15;
  #startedAt: number | null = null;

  /** Null while the turn has time left for more; else what ends when there is a turn for it. */
  next(): Promise<void> | null {
    return this.#isLong() ? new Promise((resolve) => this.#waitFor(resolve)) : null;
  }

  /** All that waits is called in one turn, until that is long as well; the rest waits for another. */
  #waitFor(go: () => void): void {
    setImmediate(() => {
      if (this.#isLong()) this.#waitFor(go);
      else go();
    });
  }

  #isLong(): boolean {
    if (this.#startedAt !== null) return performance.now() - this.#startedAt > this.longestMs;
    this.#startedAt = performance.now();
    setImmediate(() => (this.#startedAt = null));
    return false;
  }
}

export const turns = new Turns();
