import { sql } from 'kysely';
import { Event } from '../events/event.entity.ts';
import type { EventLog } from '../events/event-log.ts';
import { newRow, type TransactionScope, type WakeUps } from '../../kit/data/index.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { type Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { testPing } from '../deliveries/delivery.events.ts';
import { deliveriesById } from '../deliveries/delivery.reader.ts';
import { createDeliveries } from '../fan-out/new-deliveries.ts';
import { probeDelayMs } from './retry-schedule.ts';

/**
 * Sends `test.ping` to single subscriptions: tests that a client requests, and probes that check whether the receiver of
 * a subscription that was switched off for failures works again.
 */
export class Pings {
  constructor(
    private readonly events: EventLog,
    private readonly wakeUps: WakeUps,
    /** Seconds before each probe; the last one repeats. */
    private readonly probeDelays: readonly number[],
  ) {}

  /** Sends to one subscription, active or not, of any event type. @param delayMs milliseconds until the attempt */
  async send(transaction: TransactionScope, subscription: NotificationSubscription, delayMs = 0): Promise<Delivery> {
    const { id, name, deckId } = subscription;
    const event = Object.assign(newRow(Event), { type: testPing.name, deckId, data: { subscriptionId: id, name } });
    await this.events.append(transaction, event);
    const [created] = await createDeliveries(transaction, this.wakeUps, [{ event, subscription }], delayMs);
    const [delivery] = created === undefined ? [] : await deliveriesById(transaction.em, [created]);
    if (!delivery) throw new Error('a new event had a delivery already');
    transaction.touched.note({ objectType: 'delivery', objectId: delivery.id, change: 'created' });
    return delivery;
  }

  /** Sets `probeId`; the caller stores it. Does nothing unless the subscription was switched off for failures. */
  async startProbing(transaction: TransactionScope, subscription: NotificationSubscription): Promise<void> {
    const { isActive, gapSince, probeId } = subscription;
    if (isActive || gapSince === null || probeId !== null) return;
    const delayMs = probeDelayMs(0, this.probeDelays, Math.random());
    const probe = await this.send(transaction, subscription, delayMs);
    subscription.probeId = probe.id;
  }

  /** Ends the probe and clears `probeId`; the caller stores it. A running attempt of the probe is not recorded. */
  async stopProbing(transaction: TransactionScope, subscription: NotificationSubscription): Promise<void> {
    const { probeId } = subscription;
    if (probeId === null) return;
    await sql`update delivery
      set status = ${DeliveryStatus.SKIPPED}, next_attempt_at = null, wait_reason = null, updated_at = ${transaction.now().toISOString()}
      where id = ${probeId} and status = ${DeliveryStatus.PENDING}`.execute(transaction.em.getKysely<unknown>());
    subscription.probeId = null;
  }
}
