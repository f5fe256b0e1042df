/** Of the socket: no stream needs it, it opens for the first time, it is open, or it is gone and opens again. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost';

/** The state of the socket, for whoever shows it. */
export class Connection {
  #state: ConnectionState = 'idle';
  readonly #listeners = new Set<() => void>();

  readonly state = (): ConnectionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  become(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
