import { AppError } from '../errors.ts';
import { cursorOf } from '../events/cursor.ts';
import { Batcher } from '../jobs/batcher.ts';
import type { JobSignals, Task } from '../jobs/task.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import type { SubscriptionSecrets } from '../modules/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../scope.ts';
import type { AttemptLog } from './attempt-log.ts';
import { type AttemptLimits, type AttemptResult, type Message, payloadOf } from './channels/channel.ts';
import type { ChannelRegistry } from './channels/registry.ts';
import { AttemptPhase } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
import { type Attempted, type DueDelivery, ReadAhead, readDue } from './due-delivery.ts';
import { deliver, type DeliverData, type NextAttempt } from './fan-out.ts';
import { Gate } from './gate.ts';

/** Jobs that one process holds: most of them wait for the database, before or after their attempts. */
const slots = 200;
/** Jobs of one subscription, over all processes, so that a receiver that hangs cannot take every slot. */
const jobsPerSubscription = 10;
/** Longest that a job may take, in seconds: with all others of its subscription before it, and nothing but time-outs. */
const longestSeconds = 3_600;
/** Attempts that one process has under way to one subscription. */
const attemptsPerSubscription = 4;
/** Deliveries that one statement reads. */
const batchSize = 250;

export interface CourierOptions {
  readonly newScope: () => RequestScope;
  readonly channels: ChannelRegistry;
  readonly attempts: AttemptLog;
  readonly secrets: SubscriptionSecrets;
  /** Longest time of an attempt, in milliseconds, where the subscription's policy has none. */
  readonly timeoutMs: number;
}

/** Makes attempts, a few at a time for each subscription, and records them. */
export class Courier {
  readonly #due: Batcher<string, DueDelivery | null>;
  readonly #gate = new Gate(attemptsPerSubscription);
  /** When an attempt at a subscription last failed here; on the clock of `performance`. */
  readonly #failedAt = new Map<string, number>();

  constructor(private readonly options: CourierOptions) {
    this.#due = new Batcher((ids) => readDue(options.newScope(), ids), batchSize);
  }

  /**
   * Makes one attempt at each of some deliveries of a subscription. All come to an end, whatever becomes of one.
   *
   * @returns null for a delivery that is over, or whose attempt was made otherwise
   */
  async attempt(
    subscriptionId: string,
    next: readonly NextAttempt[],
    signals: JobSignals,
  ): Promise<(Attempted | null)[]> {
    const ids = next.map(({ deliveryId }) => deliveryId);
    const due = new ReadAhead(ids, (id) => this.#due.run(id));
    const ends = await Promise.allSettled(next.map((one) => this.#attemptOne(subscriptionId, one, due, signals)));
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  }

  async #attemptOne(
    subscriptionId: string,
    { deliveryId, attempts: made }: NextAttempt,
    due: ReadAhead,
    { stopping, tooLate: signal }: JobSignals,
  ): Promise<Attempted | null> {
    const { attempts, timeoutMs } = this.options;
    const attempted = await this.#gate.through(subscriptionId, async () => {
      stopping.throwIfAborted();
      const found = await due.find(deliveryId, this.#failedAt.get(subscriptionId));
      if (found === null || found.delivery.attemptCount !== made) return null;
      const limits = { signal, timeoutMs: found.subscription.policy?.timeoutMs ?? timeoutMs };
      const one = await attempt(found, this.options, limits);
      if (hasFailed(one)) {
        // It may have switched the subscription off, which counts for all that wait in line.
        await attempts.record(one);
        this.#failedAt.set(subscriptionId, performance.now());
      }
      return one;
    });
    if (attempted !== null && !hasFailed(attempted)) await attempts.record(attempted);
    return attempted;
  }
}

/**
 * Makes the attempts of a job. Jobs carry ids only: the truth is read when an attempt is due. A job that runs again
 * finds which of its attempts have been recorded, and makes the others.
 */
export function deliverTask(courier: Courier): Task<DeliverData> {
  return {
    kind: deliver,
    slots,
    groupLimit: jobsPerSubscription,
    longestSeconds,
    run: async ({ subscriptionId, next }, signals) => {
      await courier.attempt(subscriptionId, next, signals);
    },
  };
}

async function attempt(due: DueDelivery, options: CourierOptions, limits: AttemptLimits): Promise<Attempted> {
  const { event, subscription } = due;
  const startedAt = new Date();
  if (!subscription.isActive && event.type !== testPing.name) return { ...due, startedAt, durationMs: 0, result: null };
  const started = performance.now();
  const result = await send(due, options, limits);
  return { ...due, startedAt, durationMs: Math.round(performance.now() - started), result };
}

function hasFailed({ result }: Attempted): boolean {
  return result !== null && result.verdict !== 'delivered';
}

/** Hands the delivery to its channel, with its secrets opened. */
async function send(
  { delivery, event, subscription }: DueDelivery,
  { channels, secrets }: CourierOptions,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  let opened: NotificationSubscription;
  try {
    opened = secrets.open(subscription, new Date());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Never sent unsigned; SECRET_KEY may hold the key by the next attempt.
    return { verdict: 'retry', phase: AttemptPhase.BEFORE, error: error.message };
  }
  const message: Message = {
    deliveryId: delivery.id,
    payload: payloadOf(event),
    cursor: cursorOf(event),
    subscription: opened,
    progress: delivery.progress,
    startsRound: delivery.attemptsInRound === 0,
  };
  return channels.get(subscription.channel).send(message, limits);
}
