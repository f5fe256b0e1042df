import type { Logger } from 'pino';
import { toAppError } from '../../platform/database/database-errors.ts';
import type { AttemptSlots } from './attempt-slots.ts';
import { type Courier, hasFailed } from './courier.ts';
import type { Attempted } from '../fan-out/due-delivery.ts';

/** Attempts at one subscription that are under way at once, at most. */
const widest = 4;
/** Attempts whose records are still being written, at most. */
const unrecordedAtOnce = 50;
/** Due deliveries that one read takes. */
const pageSize = 50;
/** How long a delivery is left alone after a fault of our own, in milliseconds. */
const faultRestMs = 60_000;
/** How long one is left alone that was found to be over, or without its subscription, in milliseconds. */
const overRestMs = 5_000;

export interface LaneOptions {
  readonly courier: Courier;
  readonly slots: AttemptSlots;
  /** Ids of due deliveries of the subscription, those that have waited longest first. */
  readonly readDue: (limit: number) => Promise<readonly string[]>;
  /** Aborted when the process stops: no attempt begins any more. */
  readonly stopping: AbortSignal;
  /** Aborted when the stop takes too long: attempts that are under way break off. */
  readonly tooLate: AbortSignal;
  readonly log: Logger;
}

/**
 * Makes the attempts of one subscription, for as long as this process holds its lease: several at a time while the
 * receiver answers well, one at a time after a failure.
 */
export class Lane {
  /** No attempt begins later; on the clock of `performance`. */
  leasedUntil = 0;
  #waiting: string[] = [];
  /** From the start of an attempt until it is recorded. */
  readonly #underWay = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #sending = 0;
  #width = widest;
  #isSlow = false;
  #isReading = false;
  /** Whether deliveries may have been added since the last read. */
  #isStale = false;
  /** Whether the last read gave as much as it may. */
  #hasMore = false;

  constructor(private readonly options: LaneOptions) {}

  /** Whether nothing is left to do here, as far as is known. */
  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.length === 0 && !this.#isReading;
  }

  /** Looks for due deliveries as soon as there is room for one. */
  look(): void {
    this.#isStale = true;
    this.#fill();
  }

  /** Begins nothing more: the lease is lost, or is to be given back. */
  close(): void {
    this.leasedUntil = Number.NEGATIVE_INFINITY;
    this.#waiting = [];
  }

  /** Resolves once what is under way has ended and is recorded. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  #mayStart(): boolean {
    return !this.options.stopping.aborted && performance.now() < this.leasedUntil;
  }

  #fill(): void {
    if (!this.#mayStart()) return;
    while (this.#sending < this.#width && this.#underWay.size < unrecordedAtOnce) {
      const id = this.#waiting.shift();
      if (id === undefined) break;
      this.#begin(id);
    }
    const isWanted = this.#hasMore || (this.#isStale && this.#sending < this.#width);
    if (isWanted && this.#waiting.length < widest && !this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#isStale = false;
    this.#hasMore = false;
    try {
      const limit = pageSize + this.#underWay.size + this.#waiting.length;
      const due = await this.options.readDue(limit);
      const known = new Set([...this.#underWay, ...this.#waiting]);
      this.#waiting.push(...due.filter((id) => !known.has(id)));
      this.#hasMore = due.length === limit;
    } catch (error) {
      // The dispatcher's next poll makes the lane look again.
      this.options.log.warn({ error }, 'due deliveries could not be read');
    }
    this.#isReading = false;
    this.#fill();
  }

  #begin(id: string): void {
    this.#sending += 1;
    this.#underWay.add(id);
    const running = this.#deliver(id).finally(() => {
      this.#running.delete(running);
      this.#fill();
    });
    this.#running.add(running);
  }

  async #deliver(id: string): Promise<void> {
    const { courier, tooLate } = this.options;
    try {
      const attempted = await this.#attempt(id).finally(() => (this.#sending -= 1));
      // The next attempt begins while this one is being recorded.
      this.#fill();
      if (attempted === null) return this.#rest(id, overRestMs);
      if (!hasFailed(attempted)) await courier.record(attempted, tooLate);
      this.#underWay.delete(id);
    } catch (error) {
      this.#putAside(id, error);
    }
  }

  /** A failure is recorded before the next attempt begins: it may switch the subscription off. */
  async #attempt(id: string): Promise<Attempted | null> {
    const { courier, slots, tooLate } = this.options;
    const { result: attempted, isSlow } = await slots.run(this.#isSlow, async () => {
      const due = this.#mayStart() ? await courier.find(id) : null;
      return due === null || (await courier.isTakenBack(due)) ? null : courier.attempt(due, tooLate);
    });
    if (attempted === null) return null;
    this.#isSlow = isSlow;
    this.#width = hasFailed(attempted) ? 1 : Math.min(this.#width + 1, widest);
    if (hasFailed(attempted)) await courier.record(attempted, tooLate);
    return attempted;
  }

  #putAside(id: string, error: unknown): void {
    const { stopping, log } = this.options;
    if (stopping.aborted || toAppError(error).code === 'UNAVAILABLE') {
      this.#waiting = [];
      this.#underWay.delete(id);
      return;
    }
    log.error({ delivery: id, error }, 'an attempt could not be made or recorded; it is tried again in a minute');
    this.#rest(id, faultRestMs);
  }

  #rest(id: string, ms: number): void {
    setTimeout(() => this.#underWay.delete(id), ms).unref();
  }
}
