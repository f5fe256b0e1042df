import { sql } from 'kysely';
import { positionIn } from '../../kit/live/index.ts';
import type { JobKind, RequestScope, Task, WakeUps } from '../../kit/data/index.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveryDead } from '../deliveries/delivery.events.ts';
import { subscriptionsById } from '../subscriptions/subscription.reader.ts';
import { hasDelivery, recoverDeliveries } from './recover.ts';

/** What a `tell-held-back` job carries. */
export interface TellHeldBackData {
  readonly subscriptionId: string;
  /** Position in the log of the first event that was held back. A job of an older version has another form. */
  readonly from: unknown;
}

/** Creates the deliveries of `delivery.dead` that were held back from one subscription. */
export const tellHeldBack: JobKind<TellHeldBackData> = { name: 'tell-held-back' };

/** Jobs of this kind that one process runs at the same time. */
const slots = 2;

/** A job that runs twice creates each delivery once. It skips a subscription that is switched off or deleted. */
export function tellHeldBackTask(newScope: () => RequestScope, wakeUps: WakeUps): Task<TellHeldBackData> {
  return {
    kind: tellHeldBack,
    slots,
    run: async ({ subscriptionId, from }) => {
      const scope = newScope();
      const [subscription] = await subscriptionsById(scope.em, [subscriptionId]);
      if (!subscription?.isActive) return;
      const after = String(BigInt(positionIn(from) ?? '1') - 1n);
      const conditions = [
        sql`type = ${deliveryDead.name}`,
        sql`not ${hasDelivery(subscription, Object.values(DeliveryStatus))}`,
      ];
      await recoverDeliveries(scope, wakeUps, { subscription, after, conditions });
    },
  };
}
