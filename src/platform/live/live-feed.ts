import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { outsideBudget } from '../budget/budget.ts';
import type { WakeUps } from '../jobs/wake-ups.ts';
import { isAfter, logStart, type Position } from './cursor.ts';
import { CatchUp, failedRetryMs, type FollowerQuery, type Page, sizeOf } from './catch-up.ts';
import type { LiveMemory } from './live-memory.ts';
import { LiveTap } from './live-tap.ts';
import type { LogSource } from './log-source.ts';
import type { Sight } from '../sight/sight.ts';

/** Rows that one read of the log takes at most, and about how many bytes of them. */
const batchSize = 500;
const batchBytes = 1_048_576;
/** How soon to check whether an older open transaction still hides a committed row; doubles up to a second. */
const hiddenRetryMs = 25;
/**
 * How long, and how often, to look without wake-ups once it answers again, in milliseconds: they may be away for longer
 * than the database.
 */
const watchfulMs = 30_000;
const watchfulPollMs = 1_000;

/** What one follower of a feed receives. */
export interface Following<Row> {
  /** The position that the first row comes after. */
  readonly start: Position;
  /** Batches of matching rows as they come; never empty. */
  readonly batches: AsyncIterableIterator<readonly Row[]>;
}

/**
 * Streams a log as it grows. One reader per process loads each new row once and hands it to all who follow; one that
 * has fallen behind, or that begins at an old cursor, reads the log by itself until it is level. Without
 * followers, nothing is read.
 */
export class LiveFeed<Row extends Position, Filter> {
  #position = logStart;
  readonly #taps = new Set<LiveTap<Row>>();
  #reading: Promise<void> | null = null;
  #again = false;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;
  #retryMs = hiddenRetryMs;
  /** On the clock of `performance`. */
  #watchfulUntil = 0;
  readonly #catchUp: CatchUp<Row, Filter>;

  constructor(
    private readonly source: LogSource<Row, Filter>,
    private readonly fork: () => SqlEntityManager,
    wakeUps: WakeUps,
    /** The memory that all feeds of the process share. */
    readonly memory: LiveMemory,
    private readonly log: Logger,
  ) {
    this.#catchUp = new CatchUp(source, fork, memory, log);
    if (source.hint !== null) wakeUps.on(source.hint, () => void this.#advance());
    source.onRows?.(() => void this.#advance());
    wakeUps.on('erased', () => {
      for (const tap of this.#taps) tap.forget();
    });
  }

  /** The number of followers. */
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
   * if so. Does nothing without followers.
   */
  async poll(): Promise<void> {
    if (this.#taps.size === 0 || this.#reading !== null) return;
    try {
      const hidden = await this.source.hasHidden(this.fork(), this.#position);
      this.#retryMs = hidden ? Math.min(this.#retryMs * 2, 1_000) : hiddenRetryMs;
      if (hidden) await this.#advance();
      else if (performance.now() < this.#watchfulUntil) this.#lookAgain(watchfulPollMs);
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not look for new rows and will try again');
      this.#lookAgainAfterFailure();
    }
  }

  /**
   * All matching rows within a sight behind `after` and then, with no seam, each new one; without `after`, from now on.
   * Ends when its consumer returns it or the feed stops.
   */
  async follow(filter: Filter, sight: Sight, after: Position | null = null): Promise<Following<Row>> {
    const tap = await this.#open();
    const start = after ?? tap.start;
    return { start, batches: stoppable(this.#batches(tap, { filter, sight }, start), () => tap.close()) };
  }

  /** Reads what a client has missed: see `CatchUp.pages`. The target may move on while the pages are read. */
  pagesTowards(
    target: () => Position,
    query: FollowerQuery<Filter>,
    isOver: () => boolean,
  ): AsyncGenerator<Page<Row>, void> {
    return this.#catchUp.pages(target, query, () => isOver() || this.#stopped);
  }

  /** The cursor with which a client resumes after a row; null for logs without cursors. */
  cursorOf(row: Row): string | null {
    return this.source.cursorOf?.(row) ?? null;
  }

  /** The position that includes all rows committed before this call, as far as readers may see them. */
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
    // The first follower sets where reading begins; another may have come meanwhile.
    if (this.#taps.size === 0) this.#position = head;
    const leave = this.memory.join();
    const tap = new LiveTap<Row>(this.#position, () => {
      this.#taps.delete(tap);
      leave();
    });
    if (this.#stopped) tap.close();
    else this.#taps.add(tap);
    // A wake-up that came before the first follower was ignored.
    void this.#advance();
    return tap;
  }

  async *#batches(
    tap: LiveTap<Row>,
    { filter, sight }: Pick<FollowerQuery<Filter>, 'filter' | 'sight'>,
    from: Position,
  ): AsyncGenerator<readonly Row[], undefined> {
    let position = from;
    const isClosed = (): boolean => tap.closed;
    try {
      while (!tap.closed) {
        const query = { filter, sight, after: position, limit: batchSize };
        for await (const { rows, reached } of this.pagesTowards(() => tap.start, query, isClosed)) {
          position = reached;
          if (rows.length > 0) yield rows;
        }
        const taken = await tap.take();
        const reservation = this.memory.tryReserve(taken.bytes);
        const fresh = reservation === null ? [] : taken.rows.filter((row) => isAfter(row, position));
        position = fresh.at(-1) ?? position;
        const wanted = fresh.filter((row) => this.source.isSeen(sight, row) && this.source.matches(filter, row));
        try {
          if (wanted.length > 0) yield wanted;
        } finally {
          reservation?.release();
        }
        // Without memory for what was taken, it is read again from the log as soon as there is some.
        if (reservation === null || tap.overflowed) tap.restart(this.#position);
      }
    } finally {
      tap.close();
    }
    return undefined;
  }

  /** Reads new rows. Calls during a read cause one more read after it. */
  #advance(): Promise<void> {
    if (this.#taps.size === 0) return Promise.resolve();
    this.#again = true;
    // Read for all followers, so not within the budget of the one that caused it.
    this.#reading ??= outsideBudget(() => this.#readAll()).finally(() => {
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
      // Under load the next wake-up comes first, so that hidden rows cost no extra statement.
      this.#lookAgain(this.#retryMs);
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not read the log and will try again');
      this.#lookAgainAfterFailure();
    }
  }

  async #readBatch(): Promise<void> {
    const query = { after: this.#position, filter: null, limit: batchSize, bytes: batchBytes };
    const { rows, hasMore } = await this.source.read(this.fork(), query);
    const last = rows.at(-1);
    if (last === undefined) return;
    this.#position = last;
    this.#retryMs = hiddenRetryMs;
    const batch = { rows, bytes: sizeOf(rows, this.source) };
    for (const tap of this.#taps) tap.push(batch);
    if (hasMore) this.#again = true;
  }

  #lookAgainAfterFailure(): void {
    this.#watchfulUntil = performance.now() + watchfulMs;
    this.#lookAgain(failedRetryMs);
  }

  #lookAgain(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.poll(), delayMs);
  }
}

/** `return` does not reach a generator that waits for its next rows: the tap has to be closed first. */
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
