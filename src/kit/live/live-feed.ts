import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { outsideBudget } from '../core/index.ts';
import type { WakeUps } from '../data/index.ts';
import type { Sight } from '../rights/index.ts';
import { isAfter, logStart, type Position } from './cursor.ts';
import { CatchUp, failedRetryMs, type FollowerQuery, type LogPage, sizeOf } from './catch-up.ts';
import type { LiveMemory } from './live-memory.ts';
import { LiveTap } from './live-tap.ts';
import type { LogSource } from './log-source.ts';

/** Rows that one read of the log takes at most, and about how many bytes of them. */
const batchSize = 500;
const batchBytes = 1_048_576;
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
  #polls: NodeJS.Timeout | null = null;
  #stopped = false;
  readonly #catchUp: CatchUp<Row, Filter>;

  constructor(
    private readonly source: LogSource<Row, Filter>,
    private readonly fork: () => SqlEntityManager,
    wakeUps: WakeUps,
    /** The memory that all feeds of the process share. */
    readonly memory: LiveMemory,
    private readonly log: Logger,
    /** Gives all committed rows their positions. */
    private readonly place: () => Promise<void> = async () => undefined,
  ) {
    this.#catchUp = new CatchUp(source, fork, memory, log);
    if (source.hint !== null) wakeUps.on(source.hint, () => void this.#advance());
    source.onRows?.(() => void this.#advance());
    wakeUps.on('erased', () => {
      for (const tap of this.#taps) tap.forget();
    });
  }

  get followerCount(): number {
    return this.#taps.size;
  }

  /**
   * @param pollMs how often to look without a wake-up, in milliseconds: wake-ups may be lost, and a log may be replaced in
   *   silence
   */
  start(pollMs: number): void {
    this.#polls = setInterval(() => void this.poll(), pollMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#polls !== null) clearInterval(this.#polls);
    if (this.#retry !== null) clearTimeout(this.#retry);
    for (const tap of this.#taps) tap.close();
    await this.#reading;
  }

  /**
   * One statement that finds out whether a wake-up was lost, and whether the log is still the one that was read. Does
   * nothing without followers.
   */
  async poll(): Promise<void> {
    if (this.#taps.size === 0 || this.#reading !== null) return;
    try {
      const look = await this.source.stored?.lookBehind(this.fork(), this.#position);
      if (look?.isHeld === false || look?.hasMore === true) await this.#advance();
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not look for new rows and will try again');
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
  ): AsyncGenerator<LogPage<Row>, void> {
    return this.#catchUp.pages(target, query, () => isOver() || this.#stopped);
  }

  /** The cursor with which a client resumes after a row; null for logs without cursors. */
  cursorOf(row: Row): string | null {
    return this.source.cursorOf?.(row) ?? null;
  }

  /** The position that includes all rows committed before this call. */
  async level(): Promise<Position> {
    await this.place();
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
    /** The last row that its consumer was given; before the first one, where it has begun. */
    let given = from;
    const isClosed = (): boolean => tap.closed;
    try {
      while (!tap.closed) {
        const query = { filter, sight, after: position, limit: batchSize };
        for await (const { rows, reached } of this.pagesTowards(() => tap.start, query, isClosed)) {
          position = reached;
          given = rows.at(-1) ?? given;
          if (rows.length > 0) yield rows;
        }
        const taken = await tap.take();
        if (tap.lostBehind !== null) {
          await this.#requireKept(given, tap.lostBehind);
          if (isAfter(position, tap.lostBehind)) position = tap.lostBehind;
          tap.restart(this.#position);
          continue;
        }
        const reservation = this.memory.tryReserve(taken.bytes);
        const fresh = reservation === null ? [] : taken.rows.filter((row) => isAfter(row, position));
        position = fresh.at(-1) ?? position;
        const wanted = fresh.filter((row) => this.source.isSeen(sight, row) && this.source.matches(filter, row));
        given = wanted.at(-1) ?? given;
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

  /** @throws AppError when the log has lost the last row that a consumer was given: it has read what others never will */
  async #requireKept(given: Position, end: Position): Promise<void> {
    const { stored } = this.source;
    const isKept = !isAfter(given, end) && (await stored?.lookBehind(this.fork(), given))?.isHeld !== false;
    if (!isKept && stored !== null) throw await stored.lost(this.fork(), given);
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
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not read the log and will try again');
      this.#lookAgain();
    }
  }

  async #readBatch(): Promise<void> {
    const query = { after: this.#position, filter: null, limit: batchSize, bytes: batchBytes };
    const { rows, hasMore } = await this.source.read(this.fork(), query);
    const last = rows.at(-1);
    if (last === undefined) return this.#checkHeld();
    this.#position = last;
    const batch = { rows, bytes: sizeOf(rows, this.source) };
    for (const tap of this.#taps) tap.push(batch);
    if (hasMore) this.#again = true;
  }

  /** Goes back to where the log still is the one that was read, after the database has lost an end of it. */
  async #checkHeld(): Promise<void> {
    const { stored } = this.source;
    if (stored === null || (await stored.lookBehind(this.fork(), this.#position)).isHeld) return;
    const end = await stored.commonEnd(this.fork(), this.#position);
    this.log.warn(
      { from: this.#position.position, to: end.position },
      'the database has lost rows that streams have sent',
    );
    this.#position = end;
    for (const tap of this.#taps) tap.lose(end);
    this.#again = true;
  }

  #lookAgain(): void {
    if (this.#stopped) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#advance(), failedRetryMs);
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
