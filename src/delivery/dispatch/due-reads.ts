import { Batcher } from '../../kit/data/index.ts';
import type { DueDelivery } from './due-delivery.ts';

/** Most deliveries that one read covers, each with its event. */
const batchSize = 100;
/** An attempt starts at most this long after its delivery was read, in milliseconds; later it is read again. */
const freshMs = 100;
/** Most deliveries that are read ahead for one lane. */
const mostAhead = 50;
/** Most deliveries that are kept for attempts to come, over all lanes. */
const mostKept = 512;
/** Most bytes of the event of a delivery that is kept. */
const mostEventBytes = 16_384;

/** A delivery that was read before its attempt. */
interface Ahead {
  readonly due: Promise<DueDelivery | null>;
  /** Times by `performance.now()`; `readAt` is null while it is being read. */
  readonly begunAt: number;
  readAt: number | null;
}

/** What comes after an attempt. */
export interface UpcomingAttempts {
  /** Ids of the deliveries whose attempts come next. */
  readonly next: readonly string[];
  /** How many of them start soon. */
  readonly soon: number;
  /** A read that began before this time does not count, by `performance.now()`. */
  readonly since: number;
}

/**
 * Reads deliveries right before their attempts, and together with one those that come next, where attempts are so short
 * that they start at once: then many attempts share the statements that each would cost.
 */
export class DueReads {
  readonly #batches: Batcher<string, DueDelivery | null>;
  /** In the order of their reads, so that the first ones are the oldest. */
  readonly #ahead = new Map<string, Ahead>();

  /** @param read gives deliveries with their events and subscriptions in order, null for one that is over */
  constructor(read: (ids: readonly string[]) => Promise<readonly (DueDelivery | null)[]>) {
    this.#batches = new Batcher(read, batchSize);
  }

  async find(id: string, { next, soon, since }: UpcomingAttempts): Promise<DueDelivery | null> {
    const ahead = this.#ahead.get(id);
    this.#ahead.delete(id);
    if (ahead !== undefined && isFresh(ahead, since)) return ahead.due;
    this.#removeOutdated();
    const due = this.#batches.run(id);
    for (const one of next.slice(0, Math.min(soon, mostAhead))) this.#readAhead(one, since);
    return due;
  }

  #readAhead(id: string, since: number): void {
    const known = this.#ahead.get(id);
    if (known === undefined ? this.#ahead.size >= mostKept : isFresh(known, since)) return;
    const due = this.#batches.run(id);
    const ahead: Ahead = { due, begunAt: performance.now(), readAt: null };
    this.#ahead.delete(id);
    this.#ahead.set(id, ahead);
    due.then(
      (found) => {
        ahead.readAt = performance.now();
        if (found !== null && found.event.size > mostEventBytes) this.#remove(id, ahead);
      },
      // The attempt reads it again.
      () => this.#remove(id, ahead),
    );
  }

  #remove(id: string, ahead: Ahead): void {
    if (this.#ahead.get(id) === ahead) this.#ahead.delete(id);
  }

  #removeOutdated(): void {
    for (const [id, ahead] of this.#ahead) {
      if (isFresh(ahead, 0)) return;
      this.#ahead.delete(id);
    }
  }
}

/** How quickly the attempts of a lane follow each other, and whether it pays to read ahead. */
export class Pace {
  #startedAt = Number.NEGATIVE_INFINITY;
  #intervalMs = freshMs;
  #isLarge = false;

  /** Call it when an attempt starts. */
  note(): void {
    const now = performance.now();
    // A pause counts as one slow attempt, however long it was.
    const interval = Math.min(now - this.#startedAt, freshMs);
    this.#intervalMs += (interval - this.#intervalMs) / 4;
    this.#startedAt = now;
  }

  /** Call it with the event of each attempt. Behind a large one nothing is read ahead: others may be large, and are not kept. */
  noteEvent({ size }: { readonly size: number }): void {
    this.#isLarge = size > mostEventBytes;
  }

  /** How many attempts start before what is read now is outdated. */
  get soon(): number {
    if (this.#isLarge) return 0;
    return Math.floor(freshMs / Math.max(this.#intervalMs, 1));
  }
}

function isFresh({ begunAt, readAt }: Ahead, since: number): boolean {
  return begunAt >= since && (readAt === null || performance.now() - readAt < freshMs);
}
