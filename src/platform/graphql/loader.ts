import DataLoader from 'dataloader';
import type { Columns } from '../database/reads.ts';

type Read = (keys: readonly unknown[], asked: Columns) => Promise<readonly unknown[]>;

/** Reads the keys of a level in one statement, with the columns that any of its fields asks for. */
export class Loader {
  readonly #loader: DataLoader<unknown, unknown>;
  #asked: Columns = new Set();
  #hasRead = false;

  constructor(read: Read, schedule: (dispatch: () => void) => void) {
    this.#loader = new DataLoader<unknown, unknown>(
      (keys) => {
        this.#hasRead = true;
        return read(keys, this.#asked);
      },
      { batchScheduleFn: schedule },
    );
  }

  /** Whether what it gives has the columns. Rows that it has read have no more than were asked for until then. */
  admits(asked: Columns): boolean {
    return !this.#hasRead || this.#asked === null || (asked !== null && asked.isSubsetOf(this.#asked));
  }

  load(key: unknown, asked: Columns): Promise<unknown> {
    if (!this.#hasRead) this.#asked = this.#asked === null || asked === null ? null : this.#asked.union(asked);
    return this.#loader.load(key);
  }
}
