interface Waiting {
  readonly permits: number;
  readonly start: () => void;
}

/**
 * Lets a limited number of tasks run at a time; the others wait in the order of their requests. A task may take
 * several permits, such as one for each byte that it holds. Where tasks name their holder, holders take turns: the many
 * tasks of one do not delay the few of another.
 */
export class Semaphore {
  #free: number;
  /** The lines of the holders, the next one first. */
  readonly #lines = new Map<string | null, Set<Waiting>>();

  constructor(private readonly total: number) {
    this.#free = total;
  }

  /** How many tasks wait in line. */
  get waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + line.size, 0);
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
   * @param holder whose task it is
   * @returns a function that returns them; a second call does nothing
   */
  async acquire(signal?: AbortSignal, wanted = 1, holder: string | null = null): Promise<() => void> {
    signal?.throwIfAborted();
    const taken = this.take(wanted);
    if (taken !== null) return taken;
    const permits = Math.min(wanted, this.total);
    await this.#waitInLine(permits, holder, signal);
    return this.#releaseOf(permits);
  }

  /** Takes permits as `acquire` does, where no task has to wait; null where one has. */
  take(wanted = 1): (() => void) | null {
    const permits = Math.min(wanted, this.total);
    if (this.#lines.size > 0 || this.#free < permits) return null;
    this.#free -= permits;
    return this.#releaseOf(permits);
  }

  #releaseOf(permits: number): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(permits);
      isHeld = false;
    };
  }

  async #waitInLine(permits: number, holder: string | null, signal?: AbortSignal): Promise<void> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { permits, start };
    const giveUp = (): void => {
      const line = this.#lines.get(holder);
      if (line?.delete(waiting) !== true) return;
      if (line.size === 0) this.#lines.delete(holder);
      reject(signal?.reason as Error);
      this.#startNext();
    };
    const line = this.#lines.get(holder) ?? new Set();
    this.#lines.set(holder, line.add(waiting));
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  #release(permits: number): void {
    this.#free += permits;
    this.#startNext();
  }

  /** Starts the first of each holder in turn, as long as there are permits for the next. */
  #startNext(): void {
    for (const [holder, line] of this.#lines) {
      const [waiting] = line;
      if (waiting === undefined || waiting.permits > this.#free) return;
      line.delete(waiting);
      this.#lines.delete(holder);
      // Behind the other holders, where this loop meets it again.
      if (line.size > 0) this.#lines.set(holder, line);
      this.#free -= waiting.permits;
      waiting.start();
    }
  }
}
