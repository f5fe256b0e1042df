/** Lets a limited number through at a time for each key; the others wait in line. */
export class Gate {
  readonly #inside = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(private readonly limit: number) {}

  async through<T>(key: string, work: () => Promise<T>): Promise<T> {
    const inside = this.#inside.get(key) ?? 0;
    if (inside < this.limit) this.#inside.set(key, inside + 1);
    else await new Promise<void>((resolve) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]));
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  /** Hands the place to the next in line, or gives it up. */
  #leave(key: string): void {
    const [next, ...rest] = this.#waiting.get(key) ?? [];
    if (next !== undefined) {
      if (rest.length === 0) this.#waiting.delete(key);
      else this.#waiting.set(key, rest);
      next();
      return;
    }
    const inside = (this.#inside.get(key) ?? 1) - 1;
    if (inside === 0) this.#inside.delete(key);
    else this.#inside.set(key, inside);
  }
}
