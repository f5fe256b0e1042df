import { AppError } from '../errors.ts';
import { Batcher } from '../jobs/batcher.ts';
import type { Task } from '../jobs/task.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import type { SubscriptionSecrets } from '../modules/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../scope.ts';
import type { AttemptLog, Attempted } from './attempt-log.ts';
import { type AttemptLimits, type AttemptResult, payloadOf } from './channels/channel.ts';
import type { ChannelRegistry } from './channels/registry.ts';
import { AttemptPhase } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
import { type DueDelivery, readDue } from './due-delivery.ts';
import { deliver, type DeliverData } from './fan-out.ts';
import { Gate } from './gate.ts';

/** Jobs that one process holds: most of them wait for the database, before or after their attempt. */
const slots = 200;
/** Jobs of one subscription, over all processes, so that a receiver that hangs cannot take every slot. */
const jobsPerSubscription = 20;
/** Attempts that one process has under way to one subscription. */
const attemptsPerSubscription = 4;
/** Deliveries that one statement reads. */
const batchSize = 100;

export interface DeliverOptions {
  readonly newScope: () => RequestScope;
  readonly channels: ChannelRegistry;
  readonly attempts: AttemptLog;
  readonly secrets: SubscriptionSecrets;
  /** Longest time of an attempt, in milliseconds, where the subscription's policy has none. */
  readonly timeoutMs: number;
}

/** Makes one attempt at a delivery and records it. Jobs carry ids only: the truth is read when the attempt is due. */
export function deliverTask(options: DeliverOptions): Task<DeliverData> {
  const { newScope, attempts, timeoutMs } = options;
  const due = new Batcher((ids: readonly string[]) => readDue(newScope(), ids), batchSize);
  const gate = new Gate(attemptsPerSubscription);
  return {
    kind: deliver,
    slots,
    groupLimit: jobsPerSubscription,
    run: async ({ deliveryId, subscriptionId, attempts: made }, signal) => {
      // Read behind the gate: what is switched off or changed while a delivery waits in line counts for it.
      const attempted = await gate.through(subscriptionId, async () => {
        const found = await due.run(deliveryId);
        if (found === null || found.delivery.attemptCount !== made) return null;
        return attempt(found, options, { signal, timeoutMs: found.subscription.policy?.timeoutMs ?? timeoutMs });
      });
      if (attempted !== null) await attempts.record(attempted);
    },
  };
}

async function attempt(due: DueDelivery, options: DeliverOptions, limits: AttemptLimits): Promise<Attempted> {
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
  { channels, secrets }: DeliverOptions,
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
  const message = { deliveryId: delivery.id, payload: payloadOf(event), subscription: opened };
  return channels.get(subscription.channel).send(message, limits);
}
