import { sql } from 'kysely';
import type { Logger } from 'pino';
import { toAppError } from '../database/database-errors.ts';
import { planAnew } from '../database/plan-anew.ts';
import type { Event } from '../events/event.entity.ts';
import { eventsById } from '../events/event.service.ts';
import { WorkLoop } from '../jobs/work-loop.ts';
import type { WakeUps } from '../jobs/wake-ups.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { findListeners, type Listener, type Place, wants } from './listeners.ts';
import { createDeliveries, type Match } from './new-deliveries.ts';

/** Events that one transaction takes at most. */
const eventsAtOnce = 200;
/** Pairs of an event and a subscription that one transaction looks at, at most. */
const pairsAtOnce = 2_000;
/** Events whose data is in memory at a time, for the subscriptions that filter by it. */
const eventsInMemory = 20;
/** Longest pause between two attempts to fan out an event that fails, in seconds. */
const longestPauseSeconds = 300;

export interface FanOutOptions {
  readonly newScope: () => RequestScope;
  readonly wakeUps: WakeUps;
  readonly log: Logger;
}

/**
 * Creates the deliveries of each recorded event. Works off the table `fan_out` in short transactions: an event with
 * thousands of subscriptions takes several, keeps its progress in its row, and lets other events pass in between.
 */
export class FanOutWorker {
  readonly #loop: WorkLoop;

  constructor(private readonly options: FanOutOptions) {
    this.#loop = new WorkLoop({ name: 'the fan-out of events', step: () => this.#step(), log: options.log });
  }

  start(): void {
    this.options.wakeUps.on('events', this.#loop.wake);
    this.#loop.start();
  }

  /** Ends after the transaction that is under way. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    /** What a failed transaction had taken. */
    let taken: readonly Place[] = [];
    try {
      return await this.#inTransaction(async (transaction) => {
        taken = await takeBatch(transaction, eventsAtOnce);
        await this.#fanOut(transaction, taken);
        return taken.length > 0;
      });
    } catch (error) {
      if (taken.length === 0 || toAppError(error).code === 'UNAVAILABLE') throw error;
      // One event that cannot be fanned out does not hold up the others of its batch.
      for (const { eventId } of taken) await this.#alone(eventId);
      return true;
    }
  }

  async #alone(eventId: string): Promise<void> {
    try {
      await this.#inTransaction(async (transaction) =>
        this.#fanOut(transaction, await takeBatch(transaction, 1, eventId)),
      );
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') throw error;
      const failures = await this.#inTransaction((transaction) => noteFailure(transaction, eventId, error));
      this.options.log.error({ event: eventId, failures, error }, 'the fan-out of an event failed');
    }
  }

  #inTransaction<Result>(work: (transaction: TransactionScope) => Promise<Result>): Promise<Result> {
    return inTransaction(this.options.newScope(), work);
  }

  async #fanOut(transaction: TransactionScope, batch: readonly Place[]): Promise<void> {
    if (batch.length === 0) return;
    const limit = Math.ceil(pairsAtOnce / batch.length);
    const listeners = await findListeners(transaction.em, batch, limit);
    await createDeliveries(transaction, this.options.wakeUps, await findMatches(transaction, batch, listeners));
    const last = listeners.length === limit ? (listeners.at(-1)?.id ?? null) : null;
    await (last === null ? finish(transaction, batch) : goOnLater(transaction, batch, last));
  }
}

/**
 * Locks the rows that have waited longest, of which all have come equally far. Rows that another process has locked are
 * skipped: that process is at them.
 */
async function takeBatch(transaction: TransactionScope, limit: number, eventId?: string): Promise<Place[]> {
  const which = eventId === undefined ? sql`due_at <= clock_timestamp()` : sql`event_id = ${eventId}::uuid`;
  const { rows } = await sql<Place>`${planAnew}
    with taken as (
      select event_id, after_subscription, due_at from fan_out where ${which}
      order by due_at, event_id limit ${limit} for update skip locked
    ), first as (select after_subscription from taken order by due_at, event_id limit 1)
    select event_id as "eventId", event.type, event.deck_id as "deckId", event.transaction,
      after_subscription as "afterSubscription"
    from taken join event on event.id = event_id
    where after_subscription is not distinct from (select after_subscription from first)`.execute(
    transaction.em.getKysely<unknown>(),
  );
  return rows;
}

async function findMatches(
  { em }: TransactionScope,
  batch: readonly Place[],
  listeners: readonly Listener[],
): Promise<Match[]> {
  const pairs = batch.map((place) => ({ place, wanting: listeners.filter((listener) => wants(listener, place)) }));
  const matches: Match[] = [];
  const filtered: typeof pairs = [];
  for (const { place, wanting } of pairs) {
    const event = { id: place.eventId };
    matches.push(...wanting.filter(({ filter }) => filter === null).map((subscription) => ({ event, subscription })));
    const choosy = wanting.filter(({ filter }) => filter !== null);
    if (choosy.length > 0) filtered.push({ place, wanting: choosy });
  }
  for (let at = 0; at < filtered.length; at += eventsInMemory) {
    const some = filtered.slice(at, at + eventsInMemory);
    const events = await eventsById(
      em,
      some.map(({ place }) => place.eventId),
    );
    for (const [index, { wanting }] of some.entries()) matches.push(...passing(events[index] ?? null, wanting));
  }
  return matches;
}

function passing(event: Event | null, listeners: readonly Listener[]): Match[] {
  if (event === null) return [];
  return listeners.filter(({ passes }) => passes(event)).map((subscription) => ({ event, subscription }));
}

async function finish(transaction: TransactionScope, batch: readonly Place[]): Promise<void> {
  await sql`delete from fan_out where event_id = any(${idsOf(batch)}::uuid[])`.execute(
    transaction.em.getKysely<unknown>(),
  );
}

async function goOnLater(transaction: TransactionScope, batch: readonly Place[], after: string): Promise<void> {
  await sql`update fan_out set after_subscription = ${after}, due_at = clock_timestamp(), failures = 0, error = null
    where event_id = any(${idsOf(batch)}::uuid[])`.execute(transaction.em.getKysely<unknown>());
}

/** Keeps the row, with the reason: it is tried again for as long as it fails. @returns how often it has */
async function noteFailure({ em }: TransactionScope, eventId: string, error: unknown): Promise<number> {
  // The message may repeat values of the event.
  const { code, name } = error as { code?: unknown; name?: unknown };
  const reason = String(code ?? name);
  const { rows } = await sql<{ failures: number }>`update fan_out set failures = failures + 1, error = ${reason},
      due_at = clock_timestamp() + least(power(2, least(failures, 10)), ${longestPauseSeconds}) * interval '1 second'
    where event_id = ${eventId}::uuid returning failures`.execute(em.getKysely<unknown>());
  return rows[0]?.failures ?? 0;
}

function idsOf(batch: readonly Place[]): string[] {
  return batch.map(({ eventId }) => eventId);
}
