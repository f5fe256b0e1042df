import { sql } from 'kysely';
import { select } from '../../platform/database/reads.ts';
import type { Event } from '../../events/event.entity.ts';
import { eventsWithoutLargeData } from '../../events/event-log.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import type { AttemptResult } from '../channels/channel.ts';
import { Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';

/** A delivery with all that an attempt needs to know, as it is at the time of the attempt. */
export interface DueDelivery {
  readonly delivery: Delivery;
  /** Without its data where that is large: it is read for the attempt alone. */
  readonly event: Event;
  readonly subscription: NotificationSubscription;
}

/** What came of a delivery that was due. No result: its subscription was switched off meanwhile. */
export interface Attempted extends DueDelivery {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: AttemptResult | null;
}

/** Whether it asks if the receiver of a subscription that was switched off for its failures is back. */
export function isProbe({ delivery, subscription }: DueDelivery): boolean {
  return subscription.probeId === delivery.id;
}

/** Null for a delivery that is over or gone. */
export async function readDue({ em }: RequestScope, ids: readonly string[]): Promise<(DueDelivery | null)[]> {
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
    eventsWithoutLargeData(em, eventIds),
    subscriptionsById(em, subscriptionIds),
  ]);
  const events = new Map(foundEvents.map((event) => [event.id, event]));
  const subscriptions = new Map(foundSubscriptions.map((one) => [one?.id, one]));
  const found = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => {
    const delivery = found.get(id);
    const event = delivery && events.get(delivery.eventId);
    const subscription = subscriptions.get(delivery?.subscriptionId);
    return delivery && event && subscription ? { delivery, event, subscription } : null;
  });
}
