/** Lets a limited number of tasks run at a time; the others wait in line, and may leave it. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** @throws the signal's reason when it is aborted before the turn has come. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#come(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #come(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      if (this.#waiting.delete(resolve)) reject(signal.reason as Error);
    };
    this.#waiting.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Hands the place to the next in line, or gives it up. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
