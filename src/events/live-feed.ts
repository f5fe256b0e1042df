import { setTimeout as delay } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Hint, WakeUps } from '../jobs/wake-ups.ts';
import { isAfter, logStart, type Position } from './cursor.ts';
import { LiveTap } from './live-tap.ts';

/** Rows that one read of the log takes. */
const batchSize = 500;
/** How soon to look whether an older open transaction still hides a committed row; doubles up to a second. */
const hiddenRetryMs = 25;
/** How soon to try again after the database did not answer. */
const failedRetryMs = 1_000;

/** A table that only grows, read in the order of its positions; a row is seen once nothing older can still appear. */
export interface LogSource<Row extends Position, Filter> {
  /** The wake-up that tells of new rows. */
  readonly hint: Hint;
  /** The position that a reader who wants only what is still to come begins behind. */
  head(em: SqlEntityManager): Promise<Position>;
  /** Rows behind a position, all of them when there is no filter. */
  read(em: SqlEntityManager, query: { after: Position; filter: Filter | null; limit: number }): Promise<Row[]>;
  /** Whether rows were committed behind a position that readers may not see yet. */
  hasHidden(em: SqlEntityManager, after: Position): Promise<boolean>;
  matches(filter: Filter, row: Row): boolean;
  /** What a client keeps to come back behind a row; absent where it cannot come back. */
  cursorOf?(row: Row): string;
}

/** One reader's way along a feed. */
export interface Following<Row> {
  /** Begins behind this position. */
  readonly start: Position;
  /** Matching rows as they come, several at a time; never an empty batch. */
  readonly batches: AsyncIterableIterator<readonly Row[]>;
}

/**
 * Streams a log as it grows. One reader per process loads each new row once and hands it to all who follow; one that
 * has fallen behind, or that begins at an old cursor, reads the log by itself until it is level. While nobody follows,
 * nothing is read.
 */
export class LiveFeed<Row extends Position, Filter> {
  #position = logStart;
  readonly #taps = new Set<LiveTap<Row>>();
  #reading: Promise<void> | null = null;
  #again = false;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;
  #retryMs = hiddenRetryMs;

  constructor(
    private readonly source: LogSource<Row, Filter>,
    private readonly fork: () => SqlEntityManager,
    wakeUps: WakeUps,
    private readonly log: Logger,
  ) {
    wakeUps.on(source.hint, () => void this.#advance());
  }

  /** How many are following. */
  get followerCount(): number {
    return this.#taps.size;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    for (const tap of this.#taps) tap.close();
    await this.#reading;
  }

  /**
   * One statement that finds out whether a wake-up was lost or an older transaction still hides something, and reads on
   * if so. Nothing while nobody follows.
   */
  async poll(): Promise<void> {
    if (this.#taps.size === 0 || this.#reading !== null) return;
    try {
      const hidden = await this.source.hasHidden(this.fork(), this.#position);
      this.#retryMs = hidden ? Math.min(this.#retryMs * 2, 1_000) : hiddenRetryMs;
      if (hidden) await this.#advance();
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not look for news and will look again');
      this.#lookAgain(failedRetryMs);
    }
  }

  /**
   * All matching rows behind `after` and then, with no seam, each new one; without `after`, from now on.
   * Ends when its consumer returns it or the feed stops.
   */
  async follow(filter: Filter, after: Position | null = null): Promise<Following<Row>> {
    const tap = await this.#open();
    const start = after ?? tap.start;
    return { start, batches: stoppable(this.#batches(tap, filter, start), () => tap.close()) };
  }

  /**
   * A page of the rows behind a position, for one who catches up at its own pace with those who are at `target`. A
   * database that does not answer is waited for.
   *
   * @returns the rows, and how far one has come with them: after a page that is not full no more come up to the target
   * @throws AppError of the source, when what is still to come is gone
   */
  async readTowards(
    target: Position,
    { filter, after, limit }: { filter: Filter; after: Position; limit: number },
  ): Promise<{ rows: readonly Row[]; reached: Position }> {
    const rows = await this.#read({ filter, after, limit });
    const last = rows.at(-1) ?? after;
    return { rows, reached: rows.length < limit && isAfter(target, last) ? target : last };
  }

  async #read(query: { filter: Filter; after: Position; limit: number }): Promise<Row[]> {
    while (!this.#stopped) {
      try {
        return await this.source.read(this.fork(), query);
      } catch (error) {
        if (error instanceof AppError) throw error;
        this.log.warn({ error }, 'a stream could not read the log and will try again');
        await delay(failedRetryMs);
      }
    }
    return [];
  }

  /** What a client keeps to come back behind a row; null where it cannot. */
  cursorOf(row: Row): string | null {
    return this.source.cursorOf?.(row) ?? null;
  }

  /** The position up to which all that was committed before this call is known. */
  async level(): Promise<Position> {
    if (this.#taps.size > 0) {
      await this.#advance();
      return this.#position;
    }
    await this.#reading;
    return this.source.head(this.fork());
  }

  async #open(): Promise<LiveTap<Row>> {
    const head = await this.level();
    // The first one sets where reading begins; another may have come first while we asked.
    if (this.#taps.size === 0) this.#position = head;
    const tap = new LiveTap<Row>(this.#position, () => this.#taps.delete(tap));
    if (this.#stopped) tap.close();
    else this.#taps.add(tap);
    // A wake-up that came before anybody followed was not heard.
    void this.#advance();
    return tap;
  }

  async *#batches(tap: LiveTap<Row>, filter: Filter, from: Position): AsyncGenerator<readonly Row[], undefined> {
    let position = from;
    try {
      while (!tap.closed) {
        while (isAfter(tap.start, position) && !tap.closed) {
          const { rows, reached } = await this.readTowards(tap.start, { filter, after: position, limit: batchSize });
          if (rows.length > 0) yield rows;
          position = reached;
        }
        const taken = await tap.take();
        const fresh = taken.findIndex((row) => isAfter(row, position));
        const rows = fresh === -1 ? [] : taken.slice(fresh);
        position = rows.at(-1) ?? position;
        const wanted = rows.filter((row) => this.source.matches(filter, row));
        if (wanted.length > 0) yield wanted;
        if (tap.overflowed) tap.restart(this.#position);
      }
    } finally {
      tap.close();
    }
    return undefined;
  }

  /** Reads what is new. Calls that come while a read runs cause one more read after it. */
  #advance(): Promise<void> {
    if (this.#taps.size === 0) return Promise.resolve();
    this.#again = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#readBatch();
      }
      // Under load the next wake-up comes first, and whatever is still hidden costs no look of its own.
      this.#lookAgain(this.#retryMs);
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not read the log and will try again');
      this.#lookAgain(failedRetryMs);
    }
  }

  async #readBatch(): Promise<void> {
    const rows = await this.source.read(this.fork(), { after: this.#position, filter: null, limit: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    this.#position = last;
    this.#retryMs = hiddenRetryMs;
    for (const tap of this.#taps) tap.push(rows);
    if (rows.length === batchSize) this.#again = true;
  }

  #lookAgain(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.poll(), delayMs);
  }
}

/** A generator that waits for its next rows does not hear `return`: what it waits for has to be ended first. */
function stoppable<T>(batches: AsyncGenerator<T, undefined>, stop: () => void): AsyncIterableIterator<T> {
  const iterator: AsyncIterableIterator<T> = {
    next: () => batches.next(),
    return: () => {
      stop();
      return batches.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
