import type { Position } from './cursor.ts';

/** Rows a slow consumer may leave waiting before it has to fetch them from the log again. */
const capacity = 1_000;

/** One consumer's bounded share of the live feed: filled by the feed, emptied by the consumer, never growing further. */
export class LiveTap<Row> {
  closed = false;
  overflowed = false;
  #waiting: Row[] = [];
  #wake: (() => void) | null = null;

  constructor(
    /** Everything behind this position comes through the tap; what lies before it is in the log. */
    public start: Position,
    private readonly onClose: () => void,
  ) {}

  push(rows: readonly Row[]): void {
    if (this.overflowed) return;
    if (this.#waiting.length + rows.length > capacity) {
      this.overflowed = true;
      this.#waiting = [];
    } else {
      this.#waiting.push(...rows);
    }
    this.#wake?.();
  }

  /** Waits until there is something to do and gives what has come; nothing after an overflow or when closed. */
  async take(): Promise<readonly Row[]> {
    if (this.#waiting.length === 0 && !this.overflowed && !this.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    const rows = this.#waiting;
    this.#waiting = [];
    return rows;
  }

  /** Begins again behind a later position, after an overflow; the consumer reads up to there from the log. */
  restart(start: Position): void {
    this.start = start;
    this.overflowed = false;
  }

  close(): void {
    this.closed = true;
    this.onClose();
    this.#wake?.();
  }
}
