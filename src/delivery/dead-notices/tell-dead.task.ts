import { inTransaction, type RequestScope, type Task } from '../../kit/data/index.ts';
import { type DeadNotices, tellDead, type TellDeadData } from './dead-notices.ts';

/** Jobs of this kind that one process runs at the same time. */
const slots = 2;

/** A job that runs twice records the summary once. */
export function tellDeadTask(newScope: () => RequestScope, notices: DeadNotices): Task<TellDeadData> {
  return {
    kind: tellDead,
    slots,
    run: ({ subscriptionId }) =>
      inTransaction(newScope(), (transaction) => notices.reportRest(transaction, subscriptionId)),
  };
}
