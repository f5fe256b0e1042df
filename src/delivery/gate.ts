/** Lets a limited number through at a time for each key; the others wait in line. */
export class Gate {
  readonly #lines = new Map<string, { inside: number; readonly waiting: (() => void)[] }>();

  constructor(private readonly limit: number) {}

  async through<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { inside: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.inside < this.limit) line.inside += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Hands the place to the next in line, or gives it up.
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if ((line.inside -= 1) === 0) this.#lines.delete(key);
    }
  }
}
