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
import { type Attempted, type DueDelivery, readDue } from './due-delivery.ts';
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
const batchSize = 100;

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

  constructor(private readonly options: CourierOptions) {
    this.#due = new Batcher((ids) => readDue(options.newScope(), ids), batchSize);
  }

  /** @returns null when the delivery is over, or another one made this attempt */
  async attempt(
    subscriptionId: string,
    { deliveryId, attempts: made }: NextAttempt,
    { stopping, tooLate: signal }: JobSignals,
  ): Promise<Attempted | null> {
    const { attempts, timeoutMs } = this.options;
    const attempted = await this.#gate.through(subscriptionId, async () => {
      stopping.throwIfAborted();
      // Read behind the gate: what is switched off or changed while a delivery waits in line counts for it.
      const found = await this.#due.run(deliveryId);
      if (found === null || found.delivery.attemptCount !== made) return null;
      return attempt(found, this.options, { signal, timeoutMs: found.subscription.policy?.timeoutMs ?? timeoutMs });
    });
    if (attempted !== null) await attempts.record(attempted);
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
      // All come to an end before the job is told to have failed: it would be run again beside them.
      const ends = await Promise.allSettled(next.map((one) => courier.attempt(subscriptionId, one, signals)));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
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
