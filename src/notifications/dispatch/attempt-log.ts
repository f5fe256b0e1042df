import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { toAppError } from '../../platform/database/database-errors.ts';
import { Batcher } from '../../platform/jobs/batcher.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import { unnestRows } from '../../platform/database/unnest-rows.ts';
import type { AttemptResult } from '../channels/channel.ts';
import type { DeadNotices } from '../dead-notices/dead-notices.ts';
import { AttemptOutcome, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { type Attempted, isProbe } from '../fan-out/due-delivery.ts';
import type { Health } from './health.ts';
import { nextDelayMs, probeDelayMs } from './retry-schedule.ts';

/** An attempt with what follows from it. */
interface Settled extends Attempted {
  readonly number: number;
  readonly status: DeliveryStatus;
  /** Until the next attempt, in milliseconds; null when there is none. */
  readonly delayMs: number | null;
}

interface AttemptSchedule {
  /** Seconds between attempts, where the subscription's policy has none. */
  readonly retryDelays: readonly number[];
  /** Seconds before each probe; the last one repeats. */
  readonly probeDelays: readonly number[];
}

export interface AttemptLogOptions {
  readonly newScope: () => RequestScope;
  readonly deadNotices: DeadNotices;
  readonly health: Health;
  readonly schedule: AttemptSchedule;
  /** Called after each commit, to wake who follows the attempts. */
  readonly onRecorded: () => void;
  readonly log: Logger;
}

/** Attempts that one transaction records at most. */
const batchSize = 250;
/** Pause before an attempt is recorded that the database did not take, in milliseconds. */
const retryMs = 250;

/** Records attempts and all that follows from them: the next one, or the end of the delivery or of its subscription. */
export class AttemptLog {
  readonly #batches: Batcher<Attempted, Error | null>;

  constructor(private readonly options: AttemptLogOptions) {
    this.#batches = new Batcher((attempted) => this.#recordBatch(attempted), batchSize);
  }

  /**
   * What was sent is not forgotten while the database is away: the attempt is recorded once it is back, rather than
   * made again.
   *
   * @throws the signal's reason when it is aborted meanwhile
   */
  async record(attempted: Attempted, signal: AbortSignal): Promise<void> {
    for (;;) {
      const fault = await this.#batches.run(attempted);
      if (fault === null) return;
      if (toAppError(fault).code !== 'UNAVAILABLE') throw fault;
      await delay(retryMs, undefined, { signal });
    }
  }

  /** @returns for each attempt null, or why it could not be recorded */
  async #recordBatch(attempted: readonly Attempted[]): Promise<(Error | null)[]> {
    const fault = await this.#recordAll(attempted).then(() => null, asError);
    if (fault === null) return attempted.map(() => null);
    this.options.log.warn({ error: fault, attempts: attempted.length }, 'attempts could not be recorded');
    if (attempted.length === 1 || toAppError(fault).code === 'UNAVAILABLE') return attempted.map(() => fault);
    // One that cannot be recorded does not keep the others from it.
    const faults: (Error | null)[] = [];
    for (const one of attempted) faults.push(await this.#recordAll([one]).then(() => null, asError));
    return faults;
  }

  async #recordAll(attempted: readonly Attempted[]): Promise<void> {
    const { newScope, deadNotices, health, onRecorded } = this.options;
    const outcomes = attempted.map((one) => this.#settle(one));
    await inTransaction(newScope(), async (opened) => {
      const now = await lockSubscriptions(opened, outcomes);
      // One time for all that follows: the first failure belongs to the gap that begins with it.
      const transaction = { ...opened, now: () => now };
      // Of several processes that made the same attempt only the first to record it counts.
      const recorded = await updateDeliveries(transaction, outcomes);
      await insertAttempts(transaction, recorded);
      // A probe is no news.
      const dead = recorded.filter((one) => one.status === DeliveryStatus.DEAD && !isProbe(one));
      await deadNotices.note(transaction, dead);
      await health.note(transaction, recorded);
      transaction.afterCommit(onRecorded);
    });
  }

  #settle(attempted: Attempted): Settled {
    const { delivery, result } = attempted;
    const number = delivery.attemptCount + (result === null ? 0 : 1);
    if (result === null) return { ...attempted, number, status: DeliveryStatus.SKIPPED, delayMs: null };
    if (result.verdict === 'delivered') {
      return { ...attempted, number, status: DeliveryStatus.DELIVERED, delayMs: null };
    }
    const delayMs = this.#delayMs(attempted, result);
    if (delayMs === null) return { ...attempted, number, status: DeliveryStatus.DEAD, delayMs };
    return {
      ...attempted,
      number,
      status: DeliveryStatus.PENDING,
      delayMs: Math.max(delayMs, result.retryAfterMs ?? 0),
    };
  }

  /** Null gives it up. A probe goes on until its receiver is back or wants no more. */
  #delayMs(attempted: Attempted, { verdict, disable }: AttemptResult): number | null {
    const { retryDelays, probeDelays } = this.options.schedule;
    const { delivery, subscription } = attempted;
    const attempts = delivery.attemptsInRound + 1;
    if (isProbe(attempted)) return disable === undefined ? probeDelayMs(attempts, probeDelays, Math.random()) : null;
    if (verdict !== 'retry') return null;
    return nextDelayMs(attempts, subscription.policy?.retryDelays ?? retryDelays, Math.random());
  }
}

/**
 * The order of locks wherever several rows are changed: subscriptions by id, then deliveries. Whoever deletes or
 * switches off a subscription begins with it as well, so that no two of them deadlock.
 *
 * @returns the time on the database's clock
 */
async function lockSubscriptions({ em }: TransactionScope, attempted: readonly Attempted[]): Promise<Date> {
  const ids = [...new Set(attempted.map(({ subscription }) => subscription.id))];
  const { rows } = await sql<{ now: string }>`
    with locked as (select id from notification_subscription where id = any(${ids}::uuid[]) order by id for no key update)
    select now(), count(*) from locked`.execute(em.getKysely<unknown>());
  return new Date(rows[0]?.now ?? Number.NaN);
}

const changeColumns = {
  id: 'uuid',
  expected: 'int',
  status: 'text',
  number: 'int',
  delay: 'float8',
  progress: 'text',
} as const;

/** @returns those whose delivery was still waiting for this very attempt */
async function updateDeliveries({ em }: TransactionScope, settled: readonly Settled[]): Promise<Settled[]> {
  const changes = settled.map((one) => ({
    id: one.delivery.id,
    expected: one.delivery.attemptCount,
    status: one.status,
    number: one.number,
    delay: one.delayMs,
    progress: progressOf(one),
  }));
  const { rows } = await sql<{ id: string }>`
    update delivery set status = change.status, next_attempt_at = now() + change.delay * interval '1 millisecond',
      attempts_in_round = attempts_in_round + change.number - attempt_count, attempt_count = change.number,
      progress = change.progress::jsonb, updated_at = now()
    from ${unnestRows(changes, changeColumns, 'change')}
    where delivery.id = change.id and delivery.status = ${DeliveryStatus.PENDING}
      and delivery.attempt_count = change.expected
    returning delivery.id`.execute(em.getKysely<unknown>());
  const updated = new Set(rows.map(({ id }) => id));
  return settled.filter(({ delivery }) => updated.has(delivery.id));
}

/** As JSON. What has arrived keeps none: sent again, it starts afresh. */
function progressOf({ delivery, status, result }: Settled): string | null {
  const progress = result?.progress ?? delivery.progress;
  return progress === null || status === DeliveryStatus.DELIVERED ? null : JSON.stringify(progress);
}

const attemptColumns = {
  id: 'uuid',
  delivery_id: 'uuid',
  number: 'int',
  started_at: 'timestamptz',
  duration_ms: 'int',
  outcome: 'text',
  phase: 'text',
  status_code: 'int',
  error: 'text',
  response: 'text',
} as const;

/** One statement for the batch: MikroORM's inserts cost more here than the sending itself. */
async function insertAttempts({ em }: TransactionScope, recorded: readonly Settled[]): Promise<void> {
  const made = recorded.filter((one): one is Settled & { result: AttemptResult } => one.result !== null);
  if (made.length === 0) return;
  const rows = made.map(({ delivery, number, startedAt, durationMs, result }) => ({
    id: uuidv7(),
    delivery_id: delivery.id,
    number,
    started_at: startedAt,
    duration_ms: durationMs,
    outcome: outcomeOf(result),
    phase: result.phase,
    status_code: result.statusCode ?? null,
    error: result.error ?? null,
    response: result.response ?? null,
  }));
  await sql`
    insert into delivery_attempt
      (id, delivery_id, number, started_at, duration_ms, outcome, phase, status_code, error, response)
    select id, delivery_id, number, started_at, duration_ms, outcome, phase, status_code, error, response
    from ${unnestRows(rows, attemptColumns, 'made')}`.execute(em.getKysely<unknown>());
}

function outcomeOf({ verdict }: AttemptResult): AttemptOutcome {
  return verdict === 'delivered' ? AttemptOutcome.DELIVERED : AttemptOutcome.FAILED;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
