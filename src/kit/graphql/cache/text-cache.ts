import type { JsonText } from '../../core/index.ts';
import { RecentEntries } from './recent-entries.ts';

/** Memory of one entry beside its text, in bytes. */
const bytesPerEntry = 300;

/** JSON texts by name. A text counts for one stamp alone, which its reader has just read in the database. */
export class TextCache {
  readonly #entries: RecentEntries<{ readonly stamp: string; readonly text: JsonText }>;

  /** How often a text was looked for, by whether it was there. */
  readonly lookups = { hit: 0, miss: 0 };

  /** @param capacity most memory that it takes, in bytes; 0 keeps nothing */
  constructor(private readonly capacity: number) {
    this.#entries = new RecentEntries(capacity);
  }

  get isOff(): boolean {
    return this.capacity === 0;
  }

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  find(name: string, stamp: string): JsonText | undefined {
    const entry = this.#entries.find(name);
    const text = entry?.stamp === stamp ? entry.text : undefined;
    this.lookups[text === undefined ? 'miss' : 'hit'] += 1;
    return text;
  }

  keep(name: string, stamp: string, text: JsonText): void {
    const bytes = text.text.length * 2 + bytesPerEntry;
    // One large text would take the place of all others.
    if (bytes > this.capacity / 8) this.#entries.drop(name);
    else this.#entries.keep(name, { stamp, text }, bytes);
  }

  /** Drops all texts: they may hold what was erased. Bound, to be called at a wake-up. */
  readonly clear = (): void => this.#entries.clear();
}
