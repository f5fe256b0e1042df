import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import {
  databaseTime,
  inTransaction,
  keepResult,
  type RequestScope,
  timeConditions,
  type TransactionScope,
  type WakeUps,
} from '../../kit/data/index.ts';
import { AppError, invalidField, notFound } from '../../kit/core/index.ts';
import { resolveCursor } from '../../kit/live/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { eventsById } from '../events/event.service.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { testPing } from '../deliveries/delivery.events.ts';
import type { RecoverDeliveriesInput } from '../deliveries/delivery.inputs.ts';
import type { Pings } from '../dispatch/ping.ts';
import { recoverDeliveries } from '../fan-out/recover.ts';

/** What a client sends on request: tests, single deliveries again, and missed events. */
export class DeliveryService {
  constructor(
    private readonly pings: Pings,
    private readonly wakeUps: WakeUps,
  ) {}

  /** Sends a `test.ping` to one subscription, active or not, of any event type. @throws AppError `NOT_FOUND` */
  async test(scope: RequestScope, subscriptionId: string): Promise<Delivery> {
    return inTransaction(scope, async (transaction) =>
      this.pings.send(transaction, await readSubscription(transaction, subscriptionId)),
    );
  }

  /**
   * Resends one delivery now. A finished one starts its retry schedule again and keeps its attempts; one that waits for a
   * retry gets it now; one whose attempt is due or running stays unchanged. A delivered one goes to all recipients again,
   * any other one to the recipients that do not have it; a dead or skipped one also to those that rejected it
   * permanently.
   *
   * @throws AppError `NOT_FOUND`, or `CONFLICT` while its subscription is switched off
   */
  async resend(scope: RequestScope, deliveryId: string): Promise<Delivery> {
    return inTransaction(scope, async (transaction) => {
      const delivery = await lockDelivery(transaction, deliveryId);
      const [event] = await eventsById(transaction.em, [delivery.eventId]);
      // A test reaches its subscription whether it is active or not.
      if (event?.type !== testPing.name) requireActive(await readSubscription(transaction, delivery.subscriptionId));
      const now = await databaseTime(transaction.em);
      if (delivery.status === DeliveryStatus.PENDING) {
        if (delivery.nextAttemptAt === null || delivery.nextAttemptAt <= now) return delivery;
      } else {
        delivery.status = DeliveryStatus.PENDING;
        delivery.attemptsInRound = 0;
        delivery.skipReason = null;
      }
      delivery.nextAttemptAt = now;
      delivery.waitReason = null;
      delivery.updatedAt = now;
      transaction.afterCommit(this.wakeUps.deliveriesDue);
      return delivery;
    });
  }

  /**
   * Delivers what a subscription has missed since a time, or behind a cursor. A repetition finds nothing more.
   *
   * @returns the number of events that are delivered again or for the first time
   * @throws CursorExpiredError, or AppError `NOT_FOUND`, `INVALID_INPUT`, `CONFLICT` while the subscription is switched off
   */
  async recover(scope: RequestScope, subscriptionId: string, input: RecoverDeliveriesInput): Promise<number> {
    const { since = null, after = null, until = null } = input;
    if ((since === null) === (after === null)) {
      const pointer = since === null ? '/since' : '/after';
      throw invalidField(pointer, 'required', 'Exactly one of since and after is required.');
    }
    return keepResult(scope, async (plain) => {
      const position = await resolveCursor(plain.em, after);
      const subscription = await readSubscription(plain, subscriptionId);
      requireActive(subscription);
      const conditions = timeConditions(sql`timestamp`, { since, until });
      return recoverDeliveries(plain, this.wakeUps, { subscription, after: position?.position ?? null, conditions });
    });
  }
}

async function lockDelivery(transaction: TransactionScope, deliveryId: string): Promise<Delivery> {
  const id = requireUuid(deliveryId, 'deliveryId');
  const delivery = await transaction.em.findOne(Delivery, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (delivery === null) throw notFound('delivery', id);
  return delivery;
}

function requireActive({ isActive, name, disabledReason }: NotificationSubscription): void {
  if (isActive) return;
  const why = disabledReason === null ? '' : ` (${disabledReason})`;
  throw new AppError(
    'subscription_inactive',
    `The subscription "${name}" is switched off${why}: set its isActive to true, then send again.`,
  );
}
