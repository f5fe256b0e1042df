import { Event } from '../events/event.entity.ts';
import type { EventLog } from '../events/event-log.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { readSubscription } from '../modules/subscriptions/subscription.reader.ts';
import { inTransaction, type RequestScope } from '../scope.ts';
import type { Delivery } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
import { createDeliveries } from './fan-out.ts';

export class DeliveryService {
  constructor(
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
  ) {}

  /** Sends a `test.ping` to one subscription, active or not, whatever its event type. Its outcome is in the delivery. */
  async test(scope: RequestScope, subscriptionId: string): Promise<Delivery> {
    return inTransaction(scope, async (transaction) => {
      const subscription = await readSubscription(transaction, subscriptionId);
      const { id, name, deckId } = subscription;
      const event = Object.assign(new Event(), { type: testPing.name, deckId, data: { subscriptionId: id, name } });
      await this.events.append(transaction, event, { fanOut: false });
      const [delivery] = await createDeliveries(transaction, this.jobs, [{ event, subscription }]);
      if (delivery === undefined) throw new Error('a new event had a delivery already');
      return delivery;
    });
  }
}
