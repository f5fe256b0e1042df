/** The result of shared work. `first` is true for one of the callers, to whom the cost is charged. */
export interface Shared<T> {
  readonly value: T;
  readonly first: boolean;
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
  taken: boolean;
}

/** Runs work once for all concurrent callers with the same key. It is aborted when the last caller has left. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Joins the running work of a key, or starts it.
   *
   * @throws the reason of the signal once it is aborted; the other callers go on waiting
   */
  async join(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Shared<T>> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    try {
      const value = await Promise.race([running.result, left.promise]);
      const first = !running.taken;
      running.taken = true;
      return { value, first };
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiting -= 1;
      if (running.waiting === 0) {
        running.stop.abort();
        this.#forget(key, running);
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController();
    const running: Running<T> = { result: work(stop.signal), stop, waiting: 0, taken: false };
    this.#running.set(key, running);
    return running;
  }

  /** Removes this work only, not one that has started in its place. */
  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
