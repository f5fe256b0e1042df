import type { JsonText } from '../../core/index.ts';

/** Memory of one entry beside its text, in bytes. */
const bytesPerEntry = 300;

interface Entry {
  readonly stamp: string;
  readonly text: JsonText;
  readonly bytes: number;
}

/**
 * JSON texts by name. A text counts for one stamp alone, which its reader has just read in the database. The one that
 * was used longest ago is dropped first.
 */
export class TextCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** @param capacity most memory that it takes, in bytes; 0 keeps nothing */
  constructor(private readonly capacity: number) {}

  get isOff(): boolean {
    return this.capacity === 0;
  }

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  find(name: string, stamp: string): JsonText | undefined {
    const entry = this.#entries.get(name);
    if (entry?.stamp !== stamp) return undefined;
    // Maps keep the order of insertion: the first entry is the one that was used longest ago.
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.text;
  }

  keep(name: string, stamp: string, text: JsonText): void {
    this.#drop(name);
    const bytes = text.text.length * 2 + bytesPerEntry;
    // One large text would take the place of all others.
    if (bytes > this.capacity / 8) return;
    this.#entries.set(name, { stamp, text, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.capacity) return;
      this.#drop(oldest);
    }
  }

  /** Drops all texts: they may hold what was erased. Bound, to be called at a wake-up. */
  readonly clear = (): void => {
    this.#entries.clear();
    this.#bytes = 0;
  };

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}
