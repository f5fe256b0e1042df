/** What the last answer over HTTP took. */
export interface Measured {
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

/** Holds it for the footer of the answers; for `useSyncExternalStore`. */
export class LastAnswer {
  #measured: Measured | null = null;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Measured | null => this.#measured;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param measured null as long as no answer has come */
  show(measured: Measured | null): void {
    this.#measured = measured;
    for (const listener of this.#listeners) listener();
  }
}
