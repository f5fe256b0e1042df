import { inTransaction, type RequestScope, type Task } from '../../kit/data/index.ts';
import { type DeadNotices, reportDead, type ReportDeadData } from './dead-notices.ts';

/** Jobs of this kind that one process runs at the same time. */
const slots = 2;

/** A job that runs twice records the summary once. */
export function reportDeadTask(newScope: () => RequestScope, notices: DeadNotices): Task<ReportDeadData> {
  return {
    kind: reportDead,
    slots,
    run: ({ subscriptionId }) =>
      inTransaction(newScope(), (transaction) => notices.reportRest(transaction, subscriptionId)),
  };
}
