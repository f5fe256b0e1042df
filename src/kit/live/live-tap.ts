import type { Position } from './cursor.ts';

/** Most waiting rows, and bytes of them, of a slow consumer; beyond them it reads from the log again. */
const maxRows = 1_000;
const maxBytes = 1_048_576;

/** Rows that came together, and their size. */
export interface TapBatch<Row> {
  readonly rows: readonly Row[];
  readonly bytes: number;
}

/** One consumer's bounded share of the live feed: filled by the feed, emptied by the consumer, never growing further. */
export class LiveTap<Row> {
  closed = false;
  overflowed = false;
  /** The last position that the log still has of those that were read, once it has lost what stood behind it. */
  lostBehind: Position | null = null;
  #waiting: Row[] = [];
  #bytes = 0;
  #wake: (() => void) | null = null;

  constructor(
    /** Rows after this position come through the tap; rows up to it are read from the log. */
    public start: Position,
    private readonly onClose: () => void,
  ) {}

  /** An empty tap takes any batch: the feed has it in memory anyway. */
  push({ rows, bytes }: TapBatch<Row>): void {
    if (this.overflowed || this.lostBehind !== null) return;
    const isFull = this.#waiting.length + rows.length > maxRows || this.#bytes + bytes > maxBytes;
    if (isFull && this.#waiting.length > 0) {
      this.overflowed = true;
      this.#empty();
    } else {
      this.#waiting.push(...rows);
      this.#bytes += bytes;
    }
    this.#wake?.();
  }

  /** Waits for rows and returns them; returns none after an overflow or when closed. */
  async take(): Promise<TapBatch<Row>> {
    if (this.#waiting.length === 0 && !this.overflowed && !this.closed && this.lostBehind === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    return this.#empty();
  }

  /** Drops the waiting rows, as after an overflow: the consumer reads it from the log as it is now. */
  forget(): void {
    if (this.#waiting.length === 0) return;
    this.overflowed = true;
    this.#empty();
    this.#wake?.();
  }

  /** Drops the waiting rows: the log has lost the rows behind a position. */
  lose(end: Position): void {
    this.lostBehind = end;
    this.#empty();
    this.#wake?.();
  }

  /** Begins again behind a position, after an overflow or a loss; the consumer reads up to there from the log. */
  restart(start: Position): void {
    this.start = start;
    this.overflowed = false;
    this.lostBehind = null;
  }

  close(): void {
    this.closed = true;
    this.onClose();
    this.#wake?.();
  }

  #empty(): TapBatch<Row> {
    const batch = { rows: this.#waiting, bytes: this.#bytes };
    this.#waiting = [];
    this.#bytes = 0;
    return batch;
  }
}
