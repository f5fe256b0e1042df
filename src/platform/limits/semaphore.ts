interface Waiting {
  readonly permits: number;
  readonly start: () => void;
}

/**
 * Lets a limited number of tasks run at a time; the others wait in the order of their requests. A task may take
 * several permits, such as one for each byte that it holds.
 */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<Waiting>();

  constructor(private readonly total: number) {
    this.#free = total;
  }

  /** @throws the signal's reason when it is aborted before the task has started; the task leaves the line then. */
  async run<T>(work: () => T | Promise<T>, signal?: AbortSignal, permits = 1): Promise<T> {
    const release = await this.acquire(signal, permits);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Takes permits that may be returned before their task ends. A request for more than exist takes all of them.
   *
   * @returns a function that returns them; a second call does nothing
   */
  async acquire(signal?: AbortSignal, wanted = 1): Promise<() => void> {
    signal?.throwIfAborted();
    const permits = Math.min(wanted, this.total);
    if (this.#waiting.size === 0 && this.#free >= permits) this.#free -= permits;
    else await this.#waitInLine(permits, signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(permits);
      isHeld = false;
    };
  }

  async #waitInLine(permits: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { permits, start };
    const giveUp = (): void => {
      if (!this.#waiting.delete(waiting)) return;
      reject(signal?.reason as Error);
      this.#startNext();
    };
    this.#waiting.add(waiting);
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  #release(permits: number): void {
    this.#free += permits;
    this.#startNext();
  }

  /** Starts the first waiters for which there are permits. */
  #startNext(): void {
    for (const waiting of this.#waiting) {
      if (waiting.permits > this.#free) return;
      this.#waiting.delete(waiting);
      this.#free -= waiting.permits;
      waiting.start();
    }
  }
}
