import { sql } from 'kysely';
import { type RequestScope, select } from '../../kit/data/index.ts';
import type { LoggedEvent } from '../events/event.entity.ts';
import { type EventLog, eventsWithoutLargeData } from '../events/event-log.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import type { AttemptResult } from '../channels/channel.ts';
import { Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';

/** A pending delivery with what its attempt needs, read right before the attempt. */
export interface DueDelivery {
  readonly delivery: Delivery;
  /** `data` is empty where it is large: the courier reads it for the attempt. */
  readonly event: LoggedEvent;
  readonly subscription: NotificationSubscription;
}

/** A delivery after its attempt. `result` is null when no attempt was made because the subscription is switched off. */
export interface Attempted extends DueDelivery {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: AttemptResult | null;
}

/** A recorded attempt with its consequences for the delivery. */
export interface Settled extends Attempted {
  readonly number: number;
  readonly status: DeliveryStatus;
  /** Milliseconds until the next attempt; null for none. */
  readonly delayMs: number | null;
  /** Whether the delivery is dead by it. The end of a probe is not reported. */
  readonly gaveUp: boolean;
}

export function isProbe({ delivery, subscription }: DueDelivery): boolean {
  return subscription.probeId === delivery.id;
}

/** Reads deliveries by id; null for one that is over or deleted. */
export async function readDue(
  { em }: RequestScope,
  log: EventLog,
  ids: readonly string[],
): Promise<(DueDelivery | null)[]> {
  const deliveries = await select(
    em,
    Delivery,
    sql`where id = any(${[...ids]}::uuid[]) and status = ${DeliveryStatus.PENDING}`,
  );
  if (deliveries.length === 0) return ids.map(() => null);
  const unique = (keys: readonly string[]): string[] => [...new Set(keys)];
  const eventIds = unique(deliveries.map(({ eventId }) => eventId));
  const subscriptionIds = unique(deliveries.map(({ subscriptionId }) => subscriptionId));
  const [foundEvents, foundSubscriptions] = await Promise.all([
    eventsWithoutLargeData(em, eventIds),
    subscriptionsById(em, subscriptionIds),
  ]);
  // A test has a delivery before its event has a position.
  const events = new Map((await log.positioned(em, foundEvents)).map((event) => [event.id, event]));
  const subscriptions = new Map(foundSubscriptions.map((one) => [one?.id, one]));
  const found = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => {
    const delivery = found.get(id);
    const event = delivery && events.get(delivery.eventId);
    const subscription = subscriptions.get(delivery?.subscriptionId);
    return delivery && event && subscription ? { delivery, event, subscription } : null;
  });
}
