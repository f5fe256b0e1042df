import type { JobKind, Task } from '../../platform/jobs/task.ts';
import { inTransaction, type RequestScope } from '../../platform/database/scope.ts';
import type { DeadNotices } from './dead-notices.ts';

interface TellDeadData {
  readonly subscriptionId: string;
}

/** Records the summary `delivery.dead` at the end of a quiet period of one subscription. */
export const tellDead: JobKind<TellDeadData> = { name: 'tell-dead' };

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
