import { sql } from 'kysely';
import type { Task } from '../../platform/jobs/task.ts';
import { removeDeliveries } from '../subscriptions/subscription.service.ts';
import { inTransaction, type RequestScope } from '../../platform/database/scope.ts';
import { pruneDeliveries } from '../deliveries/prune-deliveries.ts';

/** Removals that one process has under way. */
const slots = 2;
/** Longest that one may take, in seconds: millions of deliveries take minutes. */
const longestSeconds = 3_600;

/** Removes what a deleted subscription has left in the delivery log. A job that runs again goes on where it was. */
export function removeDeliveriesTask(newScope: () => RequestScope): Task<{ subscriptionId: string }> {
  return {
    kind: removeDeliveries,
    slots,
    longestSeconds,
    run: async ({ subscriptionId }, { stopping }) => {
      const isTheirs = sql`subscription_id = ${subscriptionId}`;
      while ((await inTransaction(newScope(), ({ em }) => pruneDeliveries(em, isTheirs))) > 0) {
        stopping.throwIfAborted();
      }
    },
  };
}
