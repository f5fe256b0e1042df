/** Values by key, within a limit of memory. The one that was used longest ago is dropped first. */
export class RecentEntries<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  #bytes = 0;

  /** @param capacity most memory that all values take, in bytes */
  constructor(private readonly capacity: number) {}

  /** About how much memory all values take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Maps keep the order of insertion: the first entry is the one that was used longest ago.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  keep(key: string, value: Value, bytes: number): void {
    this.drop(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.capacity) return;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
