import { sql } from 'kysely';
import { Event } from '../../events/event.entity.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { WakeUps } from '../../platform/jobs/wake-ups.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import type { TransactionScope } from '../../platform/database/scope.ts';
import { type Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { testPing } from '../deliveries/delivery.events.ts';
import { deliveriesById } from '../deliveries/delivery.reader.ts';
import { createDeliveries } from '../fan-out/new-deliveries.ts';
import { probeDelayMs } from './retry-schedule.ts';

/**
 * Sends `test.ping` to single subscriptions: tests that somebody asks for, and the probes that ask whether the
 * receiver of a subscription that was switched off for its failures is back.
 */
export class Pings {
  constructor(
    private readonly events: EventLog,
    private readonly wakeUps: WakeUps,
    /** Seconds before each probe; the last one repeats. */
    private readonly probeDelays: readonly number[],
  ) {}

  /** To one subscription, active or not, whatever its event type. @param delayMs until the attempt */
  async send(transaction: TransactionScope, subscription: NotificationSubscription, delayMs = 0): Promise<Delivery> {
    const { id, name, deckId } = subscription;
    const event = Object.assign(new Event(), { type: testPing.name, deckId, data: { subscriptionId: id, name } });
    await this.events.append(transaction, event);
    const [created] = await createDeliveries(transaction, this.wakeUps, [{ event, subscription }], delayMs);
    const [delivery] = created === undefined ? [] : await deliveriesById(transaction.em, [created]);
    if (!delivery) throw new Error('a new event had a delivery already');
    return delivery;
  }

  /** Sets the probe of a subscription, which the caller stores. Who was not switched off for its failures has none. */
  async startProbing(transaction: TransactionScope, subscription: NotificationSubscription): Promise<void> {
    const { isActive, gapSince, probeId } = subscription;
    if (isActive || gapSince === null || probeId !== null) return;
    const delayMs = probeDelayMs(0, this.probeDelays, Math.random());
    const probe = await this.send(transaction, subscription, delayMs);
    subscription.probeId = probe.id;
  }

  /** Takes the probe from a subscription, which the caller stores. An attempt that is under way is not recorded. */
  async stopProbing(transaction: TransactionScope, subscription: NotificationSubscription): Promise<void> {
    const { probeId } = subscription;
    if (probeId === null) return;
    await sql`update delivery
      set status = ${DeliveryStatus.SKIPPED}, next_attempt_at = null, updated_at = ${transaction.now().toISOString()}
      where id = ${probeId} and status = ${DeliveryStatus.PENDING}`.execute(transaction.em.getKysely<unknown>());
    subscription.probeId = null;
  }
}
