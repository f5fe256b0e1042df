import { sql } from 'kysely';
import { select } from '../database/reads.ts';
import { AppError } from '../errors.ts';
import type { Event } from '../events/event.entity.ts';
import { eventsById } from '../events/event.service.ts';
import { Batcher } from '../jobs/batcher.ts';
import type { Task } from '../jobs/task.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../modules/subscriptions/subscription.reader.ts';
import type { SubscriptionSecrets } from '../modules/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../scope.ts';
import type { AttemptLog, Attempted } from './attempt-log.ts';
import { type AttemptLimits, type AttemptResult, payloadOf } from './channels/channel.ts';
import type { ChannelRegistry } from './channels/registry.ts';
import { AttemptPhase, Delivery, DeliveryStatus } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
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

/** A delivery with all that an attempt needs to know, as it is at the time of the attempt. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly event: Event;
  readonly subscription: NotificationSubscription;
}

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

/** Null for a delivery that is settled or gone: its job has nothing left to do. */
async function readDue({ em }: RequestScope, ids: readonly string[]): Promise<(DueDelivery | null)[]> {
  const deliveries = await select(
    em,
    Delivery,
    sql`where id in (${sql.join([...ids])}) and status = ${DeliveryStatus.PENDING}`,
  );
  if (deliveries.length === 0) return ids.map(() => null);
  const unique = (keys: readonly string[]): string[] => [...new Set(keys)];
  const eventIds = unique(deliveries.map(({ eventId }) => eventId));
  const subscriptionIds = unique(deliveries.map(({ subscriptionId }) => subscriptionId));
  const [foundEvents, foundSubscriptions] = await Promise.all([
    eventsById(em, eventIds),
    subscriptionsById(em, subscriptionIds),
  ]);
  const events = new Map(foundEvents.map((event) => [event?.id, event]));
  const subscriptions = new Map(foundSubscriptions.map((one) => [one?.id, one]));
  const found = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => {
    const delivery = found.get(id);
    const event = events.get(delivery?.eventId);
    const subscription = subscriptions.get(delivery?.subscriptionId);
    return delivery && event && subscription ? { delivery, event, subscription } : null;
  });
}
