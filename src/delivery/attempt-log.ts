import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EventLog } from '../events/event-log.ts';
import { Batcher } from '../jobs/batcher.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import type { AttemptResult } from './channels/channel.ts';
import type { DueDelivery } from './due-delivery.ts';
import { AttemptOutcome, DeliveryStatus } from './delivery.entity.ts';
import { deliveryDead, subscriptionDisabled } from './delivery.events.ts';
import { deliver, deliverJob } from './fan-out.ts';
import { nextDelayMs } from './retry-schedule.ts';

/** What came of a delivery that was due. No result: its subscription was switched off meanwhile. */
export interface Attempted extends DueDelivery {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: AttemptResult | null;
}

/** An attempt with what follows from it. */
interface Settled extends Attempted {
  readonly number: number;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

export interface AttemptLogLimits {
  /** Seconds between attempts, where the subscription's policy has none. */
  readonly retryDelays: readonly number[];
  /** A subscription whose attempts have all failed for so long is switched off. */
  readonly disableAfterSeconds: number;
}

/** Attempts that one transaction records at most. */
const batchSize = 100;

/** Records attempts and all that follows from them: the next one, or the end of the delivery or of its subscription. */
export class AttemptLog {
  readonly #batches: Batcher<Attempted, null>;

  constructor(
    private readonly newScope: () => RequestScope,
    private readonly jobs: JobQueue,
    private readonly events: EventLog,
    private readonly limits: AttemptLogLimits,
    /** Called after each commit, to wake who follows the attempts. */
    private readonly onRecorded: () => void,
  ) {
    this.#batches = new Batcher((attempted) => this.#recordAll(attempted), batchSize);
  }

  async record(attempted: Attempted): Promise<void> {
    await this.#batches.run(attempted);
  }

  async #recordAll(attempted: readonly Attempted[]): Promise<null[]> {
    const outcomes = attempted.map((one) => this.#settle(one));
    await inTransaction(this.newScope(), async (transaction) => {
      // A crash between sending and recording runs the job again: only the first to record an attempt counts it.
      const recorded = await updateDeliveries(transaction, outcomes);
      await insertAttempts(transaction, recorded);
      await this.#planRetries(transaction, recorded);
      await noteHealth(transaction, recorded);
      await this.#recordEnds(transaction, recorded);
      transaction.afterCommit(this.onRecorded);
    });
    return attempted.map(() => null);
  }

  #settle(attempted: Attempted): Settled {
    const { delivery, subscription, result } = attempted;
    const number = delivery.attemptCount + (result === null ? 0 : 1);
    if (result === null) return { ...attempted, number, status: DeliveryStatus.SKIPPED, nextAttemptAt: null };
    if (result.verdict === 'delivered') {
      return { ...attempted, number, status: DeliveryStatus.DELIVERED, nextAttemptAt: null };
    }
    const delays = subscription.policy?.retryDelays ?? this.limits.retryDelays;
    const delayMs =
      result.verdict === 'retry' ? nextDelayMs(delivery.attemptsInRound + 1, delays, Math.random()) : null;
    if (delayMs === null) return { ...attempted, number, status: DeliveryStatus.DEAD, nextAttemptAt: null };
    const nextAttemptAt = new Date(Date.now() + Math.max(delayMs, result.retryAfterMs ?? 0));
    return { ...attempted, number, status: DeliveryStatus.PENDING, nextAttemptAt };
  }

  async #planRetries(transaction: TransactionScope, recorded: readonly Settled[]): Promise<void> {
    const retries = recorded.flatMap(({ delivery, number, nextAttemptAt }) =>
      nextAttemptAt === null ? [] : [deliverJob(delivery, number, nextAttemptAt)],
    );
    await this.jobs.enqueue(transaction, deliver, retries);
  }

  /** A delivery of `delivery.dead` that dies is not told again: that could go on for ever. */
  async #recordEnds(transaction: TransactionScope, recorded: readonly Settled[]): Promise<void> {
    for (const { delivery, event, status, result } of recorded) {
      if (status !== DeliveryStatus.DEAD || event.type === deliveryDead.name) continue;
      const data = {
        deliveryId: delivery.id,
        subscriptionId: delivery.subscriptionId,
        eventId: event.id,
        eventType: event.type,
        error: result?.error ?? null,
      };
      await this.events.record(transaction, deliveryDead, { deckId: event.deckId, data });
    }
    for (const { subscription, result } of recorded) {
      const reason = result === null ? null : this.#reasonToDisable(subscription, result, transaction.now());
      if (reason !== null) await this.#disable(transaction, subscription, reason);
    }
  }

  /** The receiver's own wish, or that nothing has got through to it for too long. */
  #reasonToDisable({ failingSince }: Settled['subscription'], result: AttemptResult, now: Date): string | null {
    if (result.disable !== undefined) return result.disable;
    if (result.verdict === 'delivered' || failingSince === null) return null;
    const failsForSeconds = (now.getTime() - failingSince.getTime()) / 1_000;
    return failsForSeconds < this.limits.disableAfterSeconds
      ? null
      : `All attempts have failed since ${failingSince.toISOString()}.`;
  }

  async #disable(
    transaction: TransactionScope,
    { id, name, deckId }: Settled['subscription'],
    reason: string,
  ): Promise<void> {
    const { rows } = await sql`update notification_subscription
      set is_active = false, disabled_reason = ${reason}, version = version + 1, updated_at = ${transaction.now().toISOString()}
      where id = ${id} and is_active returning id`.execute(transaction.em.getKysely<unknown>());
    if (rows.length === 0) return;
    await this.events.record(transaction, subscriptionDisabled, { deckId, data: { subscriptionId: id, name, reason } });
  }
}

/** @returns those whose delivery was still waiting for this very attempt */
async function updateDeliveries({ em, now }: TransactionScope, settled: readonly Settled[]): Promise<Settled[]> {
  const { rows } = await sql<{ id: string }>`
    update delivery set status = change.status, next_attempt_at = change.next,
      attempts_in_round = attempts_in_round + change.number - attempt_count, attempt_count = change.number,
      updated_at = ${now().toISOString()}::timestamptz
    from unnest(${settled.map(({ delivery }) => delivery.id)}::uuid[],
      ${settled.map(({ delivery }) => delivery.attemptCount)}::int[],
      ${settled.map(({ status }) => status)}::text[],
      ${settled.map(({ number }) => number)}::int[],
      ${settled.map(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null)}::timestamptz[]
    ) as change(id, expected, status, number, next)
    where delivery.id = change.id and delivery.status = ${DeliveryStatus.PENDING}
      and delivery.attempt_count = change.expected
    returning delivery.id`.execute(em.getKysely<unknown>());
  const updated = new Set(rows.map(({ id }) => id));
  return settled.filter(({ delivery }) => updated.has(delivery.id));
}

/** One statement for the batch: MikroORM's inserts cost more here than the sending itself. */
async function insertAttempts({ em }: TransactionScope, recorded: readonly Settled[]): Promise<void> {
  const made = recorded.filter((one): one is Settled & { result: AttemptResult } => one.result !== null);
  if (made.length === 0) return;
  await sql`
    insert into delivery_attempt
      (id, delivery_id, number, started_at, duration_ms, outcome, phase, status_code, error, response)
    select * from unnest(
      ${made.map(() => uuidv7())}::uuid[], ${made.map(({ delivery }) => delivery.id)}::uuid[],
      ${made.map(({ number }) => number)}::int[], ${made.map(({ startedAt }) => startedAt.toISOString())}::timestamptz[],
      ${made.map(({ durationMs }) => durationMs)}::int[], ${made.map(({ result }) => outcomeOf(result))}::text[],
      ${made.map(({ result }) => result.phase)}::text[], ${made.map(({ result }) => result.statusCode ?? null)}::int[],
      ${made.map(({ result }) => result.error ?? null)}::text[],
      ${made.map(({ result }) => result.response ?? null)}::text[])`.execute(em.getKysely<unknown>());
}

function outcomeOf({ verdict }: AttemptResult): AttemptOutcome {
  return verdict === 'delivered' ? AttemptOutcome.DELIVERED : AttemptOutcome.FAILED;
}

/** Keeps since when all attempts of a subscription fail: set by the first failure, cleared by any success. */
async function noteHealth({ em, now }: TransactionScope, recorded: readonly Settled[]): Promise<void> {
  const idsWhere = (failed: boolean, known: boolean): string[] => [
    ...new Set(
      recorded
        .filter(({ result, subscription }) => result !== null && (subscription.failingSince !== null) === known)
        .filter(({ result }) => (result?.verdict !== 'delivered') === failed)
        .map(({ subscription }) => subscription.id),
    ),
  ];
  const recovered = idsWhere(false, true);
  const failing = idsWhere(true, false).filter((id) => !recovered.includes(id));
  const kysely = em.getKysely<unknown>();
  if (recovered.length > 0) {
    await sql`update notification_subscription set failing_since = null where id in (${sql.join(recovered)})`.execute(
      kysely,
    );
  }
  if (failing.length > 0) {
    await sql`update notification_subscription set failing_since = ${now().toISOString()}
      where id in (${sql.join(failing)}) and failing_since is null`.execute(kysely);
  }
}
