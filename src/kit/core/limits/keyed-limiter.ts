/** Limits how many slots each key holds at a time. One key's use takes no slot from another. */
export class KeyedLimiter {
  readonly #taken = new Map<string, number>();

  /** @param perKey 0 sets no limit */
  constructor(readonly perKey: number) {}

  /** @returns a function that releases the slot, to be called once; null when the key holds all of its slots */
  take(key: string): (() => void) | null {
    const taken = this.#taken.get(key) ?? 0;
    if (this.perKey > 0 && taken >= this.perKey) return null;
    this.#taken.set(key, taken + 1);
    return () => {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    };
  }
}
