/** A limited number of places for each client. A client that has none left takes none from another. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** @param perClient 0 sets no limit */
  constructor(readonly perClient: number) {}

  /** @returns what gives the place back, to be called once; null when the client has all of its places */
  take(client: string): (() => void) | null {
    const taken = this.#taken.get(client) ?? 0;
    if (this.perClient > 0 && taken >= this.perClient) return null;
    this.#taken.set(client, taken + 1);
    return () => {
      const left = (this.#taken.get(client) ?? 1) - 1;
      if (left === 0) this.#taken.delete(client);
      else this.#taken.set(client, left);
    };
  }
}
