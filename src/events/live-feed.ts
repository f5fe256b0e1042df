import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import type { WakeUps } from '../jobs/wake-ups.ts';
import { isAfter, type Position } from './cursor.ts';
import { type EventFilter, hasHiddenEvents, readEvents, readHead } from './event-log.ts';
import type { Event } from './event.entity.ts';
import { LiveTap } from './live-tap.ts';
import { matchesType } from './type-pattern.ts';

/** Events that one read of the log takes. */
const batchSize = 500;
/** How soon to look again while an older open transaction still hides a committed event; doubles up to a second. */
const hiddenRetryMs = 25;
/** How often to look without any wake-up, in milliseconds. */
const safetyPollMs = 10_000;

/**
 * Streams the event log as it grows. One reader per process loads each new event once and hands it to all local
 * streams; a stream that has fallen behind, or that begins at an old cursor, reads the log by itself until it is level.
 */
export class LiveFeed {
  #position: Position = { transaction: '0', sequence: '0' };
  readonly #taps = new Set<LiveTap>();
  #reading: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #retryMs = hiddenRetryMs;

  constructor(
    private readonly fork: () => SqlEntityManager,
    private readonly wakeUps: WakeUps,
    private readonly log: Logger,
  ) {}

  /** How many streams are being followed. */
  get streamCount(): number {
    return this.#taps.size;
  }

  async start(): Promise<void> {
    this.#position = await readHead(this.fork());
    this.wakeUps.onEvents(() => void this.#advance());
    this.#schedule(safetyPollMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const tap of this.#taps) tap.close();
    await this.#reading;
  }

  /**
   * All matching events behind `after` and then, with no seam, each new one; without `after`, from now on.
   * Ends when its consumer returns it or the feed stops.
   */
  async stream(filter: EventFilter, after: Position | null): Promise<AsyncIterableIterator<Event>> {
    await this.#advance();
    const tap = new LiveTap(this.#position, () => this.#taps.delete(tap));
    this.#taps.add(tap);
    const events = this.#follow(tap, filter, after ?? tap.start);
    return stoppable(events, () => tap.close());
  }

  async *#follow(tap: LiveTap, filter: EventFilter, from: Position): AsyncGenerator<Event, undefined, undefined> {
    let position = from;
    try {
      while (!tap.closed) {
        while (isAfter(tap.start, position) && !tap.closed) {
          const page = await readEvents(this.fork(), { after: position, filter, limit: batchSize });
          yield* page;
          position = page.at(-1) ?? position;
          if (page.length < batchSize && isAfter(tap.start, position)) position = tap.start;
        }
        for (const event of await tap.take()) {
          if (!isAfter(event, position)) continue;
          position = event;
          if (matches(filter, event)) yield event;
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
        if (!this.#again) hidden = await hasHiddenEvents(this.fork(), this.#position);
      }
      this.#schedule(hidden ? this.#retryMs : safetyPollMs);
      this.#retryMs = hidden ? Math.min(this.#retryMs * 2, 1_000) : hiddenRetryMs;
    } catch (error) {
      this.log.warn({ error }, 'the live feed could not read the event log and will try again');
      this.#schedule(1_000);
    }
  }

  async #readBatch(): Promise<void> {
    const events = await readEvents(this.fork(), { after: this.#position, filter: {}, limit: batchSize });
    const last = events.at(-1);
    if (last === undefined) return;
    this.#position = last;
    for (const tap of this.#taps) tap.push(events);
    if (events.length === batchSize) this.#again = true;
  }

  #schedule(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#advance(), delayMs);
  }
}

function matches({ deckId, types }: EventFilter, event: Event): boolean {
  if (deckId !== undefined && deckId !== null && deckId !== event.deckId) return false;
  return types === undefined || types === null || types.some((pattern) => matchesType(pattern, event.type));
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
