import type { Logger } from 'pino';
import type { Tracing } from '../../kit/core/index.ts';
import {
  inTransaction,
  type RequestScope,
  toAppError,
  type TransactionScope,
  type WakeUps,
  WorkLoop,
} from '../../kit/data/index.ts';
import type { EventLog } from '../events/event-log.ts';
import { fanOutDead } from '../deliveries/delivery.events.ts';
import { findMatches, type Found } from './fan-out-matches.ts';
import { type Failed, finish, goOnLater, noteFanOutFailure, takeBatch, takeEvent } from './fan-out-queue.ts';
import { isolateFaults, type GroupOutcome } from './isolate-faults.ts';
import { findListeners, type Listener, type FanOutEvent } from './listeners.ts';
import { createDeliveries } from './new-deliveries.ts';

/** Most events of one transaction. */
const eventsAtOnce = 200;
/** Most pairs of event and subscription of one transaction. */
const pairsAtOnce = 2_000;

/** What the fan-out needs from its process. */
export interface FanOutOptions {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly wakeUps: WakeUps;
  readonly tracing: Tracing | null;
  readonly log: Logger;
}

/**
 * Creates the deliveries of each recorded event. Processes the table `fan_out` in short transactions: an event with
 * thousands of subscriptions takes several, stores its progress in its row, and lets other events take turns.
 */
export class FanOutWorker {
  readonly #loop: WorkLoop;

  constructor(private readonly options: FanOutOptions) {
    this.#loop = new WorkLoop({ name: 'the fan-out of events', step: () => this.#step(), log: options.log });
  }

  /** Starts to process the queue: after each wake-up, and at intervals. */
  start(): void {
    this.options.wakeUps.on('events', this.#loop.wake);
    this.#loop.start();
  }

  /** Resolves after the current transaction. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    /** The events of the transaction, for the case that it fails. */
    let taken: readonly FanOutEvent[] = [];
    try {
      return await this.#inTransaction(async (transaction) => {
        const { events, hasMore } = await takeBatch(transaction, eventsAtOnce);
        taken = events;
        const isComplete = await this.#fanOut(transaction, events);
        return hasMore || !isComplete;
      });
    } catch (error) {
      if (taken.length === 0 || toAppError(error).code === 'UNAVAILABLE') throw error;
      // One by one, so that one event that fails does not delay the others of its batch.
      for (const place of taken) await this.#alone(place);
      return true;
    }
  }

  async #alone(place: FanOutEvent): Promise<void> {
    const { eventId } = place;
    try {
      await this.#inTransaction(async (transaction) =>
        this.#fanOut(transaction, await takeEvent(transaction, eventId)),
      );
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') throw error;
      await this.#isolate(place, error);
    }
  }

  /**
   * Creates the deliveries that can be created, so that a subscription that fails delays no other, and notes the failure.
   * The next try of the event repeats all of it: deliveries that exist stay as they are.
   */
  async #isolate(place: FanOutEvent, error: unknown): Promise<void> {
    const { eventId, afterSubscription } = place;
    const { failing, isComplete } = await isolateFaults(afterSubscription, pairsAtOnce, (after, limit) =>
      this.#part(eventId, after, limit),
    );
    if (isComplete) {
      await this.#inTransaction(async (transaction) => finish(transaction, await takeEvent(transaction, eventId)));
      return;
    }
    const { attemptCount, isDead } = await this.#inTransaction((transaction) => this.#fail(transaction, place, error));
    const what = isDead ? 'the fan-out of an event was given up' : 'the fan-out of an event failed';
    this.options.log.error({ event: eventId, subscriptions: failing, attemptCount, error }, what);
  }

  /** Creates the deliveries of one event for a group of subscriptions and leaves the event's row as it is. */
  async #part(eventId: string, after: string | null, limit: number): Promise<GroupOutcome> {
    let listeners: readonly Listener[] = [];
    try {
      return await this.#inTransaction(async (transaction): Promise<GroupOutcome> => {
        const [taken] = await takeEvent(transaction, eventId);
        if (taken === undefined) return { outcome: 'elsewhere' };
        const batch = [{ ...taken, afterSubscription: after }];
        listeners = await findListeners(transaction.em, batch, limit);
        const { last, broken } = await this.#create(transaction, batch, listeners, limit);
        return { outcome: 'done', next: broken?.after ?? last };
      });
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') throw error;
      return { outcome: 'failed', subscriptionIds: listeners.map(({ id }) => id) };
    }
  }

  /** Records `fan_out.dead` when the event is given up, unless the event is itself a `fan_out.dead`. */
  async #fail(transaction: TransactionScope, { eventId, type, deckId }: FanOutEvent, fault: unknown): Promise<Failed> {
    const failed = await noteFanOutFailure(transaction, eventId, fault);
    const { attemptCount, error, isDead } = failed;
    if (isDead && type !== fanOutDead.name) {
      const data = { eventId, eventType: type, attemptCount, error };
      this.options.events.record(transaction, fanOutDead, { deckId, data });
    }
    return failed;
  }

  #inTransaction<Result>(work: (transaction: TransactionScope) => Promise<Result>): Promise<Result> {
    return inTransaction(this.options.newScope(), work);
  }

  /** @returns whether the events have all their deliveries now */
  async #fanOut(transaction: TransactionScope, batch: readonly FanOutEvent[]): Promise<boolean> {
    if (batch.length === 0) return true;
    const startedAt = performance.now();
    const limit = Math.ceil(pairsAtOnce / batch.length);
    const listeners = await findListeners(transaction.em, batch, limit);
    const { last, done, broken } = await this.#create(transaction, batch, listeners, limit);
    await (last === null ? finish(transaction, done) : goOnLater(transaction, done, last));
    if (broken !== null) await goOnLater(transaction, [broken.place], broken.after);
    transaction.afterCommit(() => this.#trace(done, performance.now() - startedAt));
    return last === null && broken === null;
  }

  /** Events of many requests are fanned out together: each has a span of its own in the trace of its request. */
  #trace(done: readonly FanOutEvent[], ms: number): void {
    const { tracing } = this.options;
    if (tracing === null) return;
    for (const { eventId, traceparent: parent } of done) {
      if (parent === null) continue;
      const attributes = { 'deckcast.event.id': eventId, 'deckcast.batch.size': done.length };
      tracing.note({ name: 'fan-out', kind: 'internal', parent, attributes }, ms);
    }
  }

  /** @returns `last`: the last listener of a full page, behind which there may be more; null otherwise */
  async #create(
    transaction: TransactionScope,
    batch: readonly FanOutEvent[],
    listeners: readonly Listener[],
    limit: number,
  ): Promise<Pick<Found, 'done' | 'broken'> & { readonly last: string | null }> {
    const { matches, done, broken } = await findMatches(transaction.em, batch, listeners);
    await createDeliveries(transaction, this.options.wakeUps, matches);
    return { done, broken, last: listeners.length === limit ? (listeners.at(-1)?.id ?? null) : null };
  }
}
