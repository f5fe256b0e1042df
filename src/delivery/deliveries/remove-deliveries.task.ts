import { sql } from 'kysely';
import { inTransaction, type JobKind, type RequestScope, type Task } from '../../kit/data/index.ts';
import { pruneDeliveries } from './prune-deliveries.ts';

interface RemoveData {
  readonly subscriptionId: string;
}

/** Removes the delivery log of a deleted subscription; enqueued by the transaction that deletes it. */
export const removeDeliveries: JobKind<RemoveData> = { name: 'remove-deliveries' };

/** Jobs of this kind that one process runs at the same time. */
const slots = 2;
/** Time limit of one job in seconds: millions of deliveries take minutes. */
const longestSeconds = 3_600;

/** Deletes in short transactions. A job that runs again continues with what is left. */
export function removeDeliveriesTask(newScope: () => RequestScope): Task<RemoveData> {
  return {
    kind: removeDeliveries,
    slots,
    longestSeconds,
    run: async ({ subscriptionId }, { stopping }) => {
      const belongsToIt = sql`subscription_id = ${subscriptionId}`;
      while ((await inTransaction(newScope(), ({ em }) => pruneDeliveries(em, belongsToIt))) > 0) {
        stopping.throwIfAborted();
      }
    },
  };
}
