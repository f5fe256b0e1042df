import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import type { Hint, WakeUps } from '../jobs/wake-ups.ts';
import { isAfter, type Position } from './cursor.ts';
import { LiveTap } from './live-tap.ts';

/** Rows that one read of the log takes. */
const batchSize = 500;
/** How soon to look again while an older open transaction still hides a committed row; doubles up to a second. */
const hiddenRetryMs = 25;
/** How often to look without any wake-up, in milliseconds. */
const safetyPollMs = 10_000;

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
}

/**
 * Streams a log as it grows. One reader per process loads each new row once and hands it to all local
 * streams; a stream that has fallen behind, or that begins at an old cursor, reads the log by itself until it is level.
 */
export class LiveFeed<Row extends Position, Filter> {
  #position: Position = { transaction: '0', sequence: '0' };
  readonly #taps = new Set<LiveTap<Row>>();
  #reading: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #retryMs = hiddenRetryMs;

  constructor(
    private readonly source: LogSource<Row, Filter>,
    private readonly fork: () => SqlEntityManager,
    private readonly wakeUps: WakeUps,
    private readonly log: Logger,
  ) {}

  /** How many streams are being followed. */
  get streamCount(): number {
    return this.#taps.size;
  }

  async start(): Promise<void> {
    this.#position = await this.source.head(this.fork());
    this.wakeUps.on(this.source.hint, () => void this.#advance());
    this.#schedule(safetyPollMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const tap of this.#taps) tap.close();
    await this.#reading;
  }

  /**
   * All matching rows behind `after` and then, with no seam, each new one; without `after`, from now on.
   * Ends when its consumer returns it or the feed stops.
   */
  async stream(filter: Filter, after: Position | null): Promise<AsyncIterableIterator<Row>> {
    await this.#advance();
    const tap = new LiveTap<Row>(this.#position, () => this.#taps.delete(tap));
    this.#taps.add(tap);
    const events = this.#follow(tap, filter, after ?? tap.start);
    return stoppable(events, () => tap.close());
  }

  async *#follow(tap: LiveTap<Row>, filter: Filter, from: Position): AsyncGenerator<Row, undefined, undefined> {
    let position = from;
    try {
      while (!tap.closed) {
        while (isAfter(tap.start, position) && !tap.closed) {
          const page = await this.source.read(this.fork(), { after: position, filter, limit: batchSize });
          yield* page;
          position = page.at(-1) ?? position;
          if (page.length < batchSize && isAfter(tap.start, position)) position = tap.start;
        }
        for (const row of await tap.take()) {
          if (!isAfter(row, position)) continue;
          position = row;
          if (this.source.matches(filter, row)) yield row;
        }
        if (tap.overflowed) tap.restart(this.#position);
      }
    } finally {
      tap.close();
    }
    return undefined;
  }

  /** Reads what is new. Calls that come while a read runs cause one more read after it. */
  #advance(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      let hidden = false;
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#readBatch();
        // Inside the loop: a wake-up that comes during this last look still causes one more read.
        if (!this.#again) hidden = await this.source.hasHidden(this.fork(), this.#position);
      }
      this.#schedule(hidden ? this.#retryMs : safetyPollMs);
      this.#retryMs = hidden ? Math.min(this.#retryMs * 2, 1_000) : hiddenRetryMs;
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not read the log and will try again');
      this.#schedule(1_000);
    }
  }

  async #readBatch(): Promise<void> {
    const rows = await this.source.read(this.fork(), { after: this.#position, filter: null, limit: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    this.#position = last;
    for (const tap of this.#taps) tap.push(rows);
    if (rows.length === batchSize) this.#again = true;
  }

  #schedule(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#advance(), delayMs);
  }
}

/** A generator that waits for its next event does not hear `return`: what it waits for has to be ended first. */
function stoppable<T>(events: AsyncGenerator<T, undefined, undefined>, stop: () => void): AsyncIterableIterator<T> {
  const iterator: AsyncIterableIterator<T> = {
    next: () => events.next(),
    return: () => {
      stop();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
