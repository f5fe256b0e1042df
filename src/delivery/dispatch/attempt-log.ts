import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import {
  Batcher,
  inTransaction,
  logFailure,
  type RequestScope,
  toAppError,
  type TransactionScope,
  unnestRows,
  withNext,
} from '../../kit/data/index.ts';
import type { AttemptResult } from '../channels/channel.ts';
import type { DeadNotices } from '../dead-notices/dead-notices.ts';
import { AttemptOutcome, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import type { AttemptLines } from './attempt-lines.ts';
import type { AttemptMeter } from './attempt-meter.ts';
import { type Attempted, isProbe, type Settled } from './due-delivery.ts';
import type { SubscriptionHealth } from './health.ts';
import { nextDelayMs, probeDelayMs } from './retry-schedule.ts';

/** Delays from the configuration. */
interface AttemptSchedule {
  /** Seconds between attempts, unless the subscription's policy sets its own. */
  readonly retryDelays: readonly number[];
  /** Seconds before each probe; the last one repeats. */
  readonly probeDelays: readonly number[];
}

/** What the log of attempts needs from its process. */
export interface AttemptLogOptions {
  readonly newScope: () => RequestScope;
  readonly deadNotices: DeadNotices;
  readonly health: SubscriptionHealth;
  readonly lines: AttemptLines;
  readonly meter: AttemptMeter;
  readonly schedule: AttemptSchedule;
  /** Called after each commit, so that attempts get their positions. */
  readonly onRecorded: () => void;
  readonly log: Logger;
}

/** Most attempts that one transaction records. */
const batchSize = 250;
/** Pause between two such transactions, in milliseconds. */
const pauseMs = 10;
/** Pause before the next try to record an attempt while the database is unavailable, in milliseconds. */
const retryMs = 250;

/** Records attempts in batches, with their consequences: the next attempt, or the end of the delivery or subscription. */
export class AttemptLog {
  readonly #batches: Batcher<Attempted, Error | null>;

  constructor(private readonly options: AttemptLogOptions) {
    this.#batches = new Batcher((attempted) => this.#recordBatch(attempted), batchSize, pauseMs);
  }

  /**
   * Waits while the database is unavailable, so that a message that was sent is recorded instead of sent again.
   *
   * @throws the reason of the signal when it is aborted
   */
  async record(attempted: Attempted, signal: AbortSignal): Promise<void> {
    for (;;) {
      const fault = await this.#batches.run(attempted);
      if (fault === null) return;
      if (toAppError(fault).code !== 'UNAVAILABLE') throw fault;
      await delay(retryMs, undefined, { signal });
    }
  }

  /** @returns for each attempt null, or the error that kept it from being recorded */
  async #recordBatch(attempted: readonly Attempted[]): Promise<(Error | null)[]> {
    const fault = await this.#recordAll(attempted).then(() => null, asError);
    if (fault === null) return attempted.map(() => null);
    const fields = { attempts: attempted.length };
    logFailure(this.options.log, toAppError(fault), fields, 'attempts could not be recorded');
    if (attempted.length === 1 || toAppError(fault).code === 'UNAVAILABLE') return attempted.map(() => fault);
    // One by one, so that one faulty attempt does not block the others.
    const faults: (Error | null)[] = [];
    for (const one of attempted) faults.push(await this.#recordAll([one]).then(() => null, asError));
    return faults;
  }

  async #recordAll(attempted: readonly Attempted[]): Promise<void> {
    const { newScope, deadNotices, health, lines, meter, onRecorded } = this.options;
    const outcomes = attempted.map((one) => this.#settle(one));
    await inTransaction(newScope(), async (opened) => {
      const now = await lockSubscriptions(opened, outcomes);
      // One timestamp for all changes: the gap begins exactly at the first failure.
      const transaction = { ...opened, now: () => now };
      // If several processes made the same attempt, only the first record counts.
      const recorded = await updateDeliveries(transaction, outcomes);
      await insertAttempts(transaction, recorded);
      const dead = recorded.filter(({ gaveUp }) => gaveUp);
      await deadNotices.note(transaction, dead);
      await health.note(transaction, recorded);
      transaction.afterCommit(() => {
        lines.note(recorded);
        meter.note(recorded);
        onRecorded();
      });
    });
  }

  #settle(attempted: Attempted): Settled {
    const { delivery, result } = attempted;
    const number = delivery.attemptCount + (result === null ? 0 : 1);
    const ended = { ...attempted, number, delayMs: null, gaveUp: false };
    if (result === null) return { ...ended, status: DeliveryStatus.SKIPPED };
    if (result.verdict === 'delivered') return { ...ended, status: DeliveryStatus.DELIVERED };
    const delayMs = this.#delayMs(attempted, result);
    if (delayMs === null) return { ...ended, status: DeliveryStatus.DEAD, gaveUp: !isProbe(attempted) };
    return { ...ended, status: DeliveryStatus.PENDING, delayMs: Math.max(delayMs, result.retryAfterMs ?? 0) };
  }

  /** Null: no further attempt. Probes continue until the receiver answers or requests a stop. */
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
 * Locks subscriptions by id before deliveries. Every transaction that changes several of these rows uses this order, so
 * that none deadlock.
 *
 * @returns the time by the database's clock
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

/** @returns the attempts whose delivery was still waiting for them */
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
      progress = change.progress::jsonb, wait_reason = null, updated_at = now()
    from ${unnestRows(changes, changeColumns, 'change')}
    where delivery.id = change.id and delivery.status = ${DeliveryStatus.PENDING}
      and delivery.attempt_count = change.expected
    returning delivery.id`.execute(em.getKysely<unknown>());
  const updated = new Set(rows.map(({ id }) => id));
  return settled.filter(({ delivery }) => updated.has(delivery.id));
}

/** The channel's progress as JSON; null after a success, so that a resend starts from the beginning. */
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
  gave_up: 'bool',
} as const;

/** One statement for the batch: MikroORM's inserts cost more here than the sending itself. */
async function insertAttempts({ em }: TransactionScope, recorded: readonly Settled[]): Promise<void> {
  const made = recorded.filter((one): one is Settled & { result: AttemptResult } => one.result !== null);
  if (made.length === 0) return;
  const rows = made.map(({ delivery, number, startedAt, durationMs, result, gaveUp }) => ({
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
    gave_up: gaveUp,
  }));
  await withNext(sql`
    with made as (
      insert into delivery_attempt
        (id, delivery_id, number, started_at, duration_ms, outcome, phase, status_code, error, response, gave_up)
      select id, delivery_id, number, started_at, duration_ms, outcome, phase, status_code, error, response, gave_up
      from ${unnestRows(rows, attemptColumns, 'sent')} returning id
    ) insert into attempt_arrival (attempt_id) select id from made`).execute(em.getKysely<unknown>());
}

function outcomeOf({ verdict }: AttemptResult): AttemptOutcome {
  return verdict === 'delivered' ? AttemptOutcome.DELIVERED : AttemptOutcome.FAILED;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
