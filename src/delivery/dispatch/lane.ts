import type { Logger } from 'pino';
import { logFailure, toAppError } from '../../kit/data/index.ts';
import type { AttemptSlots } from './attempt-slots.ts';
import { type Courier, isFailedAttempt } from './courier.ts';
import type { Attempted } from './due-delivery.ts';
import { Pace } from './due-reads.ts';

/** Most concurrent attempts at one subscription. */
const widest = 4;
/** Most attempts that run or are being recorded. */
const unrecordedAtOnce = 50;
/** Due deliveries of one read. */
const pageSize = 50;
/** Pause before the next try of a delivery after an internal error, in milliseconds. */
const faultRestMs = 60_000;
/** Pause before the next look at a delivery that is over or has no subscription, in milliseconds. */
const overRestMs = 5_000;

/** Instead of an attempt: the delivery waits until another time. */
const putOff = 'put off';

/** What a lane needs from its dispatcher. */
export interface LaneOptions {
  readonly courier: Courier;
  readonly slots: AttemptSlots;
  /** Ids of due deliveries of the subscription, the earliest due first. */
  readonly readDue: (limit: number) => Promise<readonly string[]>;
  /** Aborted when the process stops: no further attempt starts. */
  readonly stopping: AbortSignal;
  /** Aborted when the stop takes too long: running attempts are aborted. */
  readonly tooLate: AbortSignal;
  readonly log: Logger;
}

/**
 * Makes the attempts of one subscription while this process holds its lease: several at a time while they succeed, one
 * at a time after a failure.
 */
export class Lane {
  /** No attempt starts after this time, by `performance.now()`. */
  leasedUntil = 0;
  #waiting: string[] = [];
  /** Ids from the start of an attempt until it is recorded. */
  readonly #underWay = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #sending = 0;
  #width = widest;
  #isSlow = false;
  readonly #pace = new Pace();
  /** When the last failure was recorded, which may have switched the subscription off; by `performance.now()`. */
  #failedAt = 0;
  #isReading = false;
  /** Whether deliveries may have been added since the last read. */
  #isStale = false;
  /** Whether the last read reached its limit. */
  #hasMore = false;

  constructor(private readonly options: LaneOptions) {}

  /** Whether the lane knows of no work. */
  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.length === 0 && !this.#isReading;
  }

  /** Reads due deliveries as soon as there is room for one. */
  look(): void {
    this.#isStale = true;
    this.#fill();
  }

  /** Starts no further attempt: the lease is lost or about to be released. */
  close(): void {
    this.leasedUntil = Number.NEGATIVE_INFINITY;
    this.#waiting = [];
  }

  /** Resolves when all running attempts have ended and are recorded. */
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
      logFailure(this.options.log, toAppError(error), {}, 'cannot read due deliveries');
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
      // The next attempt starts while this one is being recorded.
      this.#fill();
      if (attempted === null) return this.#rest(id, overRestMs);
      if (attempted === putOff) return void this.#underWay.delete(id);
      if (!isFailedAttempt(attempted)) await courier.record(attempted, tooLate);
      this.#underWay.delete(id);
      // A replay makes the next delivery of its gap due.
      if (attempted.subscription.gapSince !== null) this.look();
    } catch (error) {
      this.#putAside(id, error);
    }
  }

  /** Records a failure before the next attempt starts, because it may switch the subscription off. */
  async #attempt(id: string): Promise<Attempted | typeof putOff | null> {
    const { courier, slots, tooLate } = this.options;
    const { result: attempted, isSlow } = await slots.run(this.#isSlow, async () => {
      if (!this.#mayStart()) return null;
      this.#pace.note();
      const due = await courier.find(id, { next: this.#waiting, soon: this.#pace.soon, since: this.#failedAt });
      if (due === null) return null;
      this.#pace.noteEvent(due.event);
      if (await courier.isPutOff(due)) return putOff;
      return courier.attempt(due, tooLate);
    });
    if (attempted === null || attempted === putOff) return attempted;
    this.#isSlow = isSlow;
    this.#width = isFailedAttempt(attempted) ? 1 : Math.min(this.#width + 1, widest);
    if (isFailedAttempt(attempted)) {
      await courier.record(attempted, tooLate);
      this.#failedAt = performance.now();
    }
    return attempted;
  }

  #putAside(id: string, error: unknown): void {
    const { stopping, log } = this.options;
    if (stopping.aborted || toAppError(error).code === 'UNAVAILABLE') {
      this.#waiting = [];
      this.#underWay.delete(id);
      return;
    }
    log.error({ delivery: id, error }, 'cannot make or record an attempt; the next try is in a minute');
    this.#rest(id, faultRestMs);
  }

  #rest(id: string, ms: number): void {
    setTimeout(() => this.#underWay.delete(id), ms).unref();
  }
}
