import type { Module } from '../../kit/module.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { DeadNotice } from './dead-notice.entity.ts';
import type { DeadNotices } from './dead-notices.ts';
import { reportDeadTask } from './report-dead.task.ts';

interface Work {
  readonly newScope: () => RequestScope;
  readonly deadNotices: DeadNotices;
}

/** Recording that deliveries were given up. */
export const deadNoticeModule: Module<unknown, Work> = {
  entities: [DeadNotice],
  tasks: ({ newScope, deadNotices }) => [reportDeadTask(newScope, deadNotices)],
};
