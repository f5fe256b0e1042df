import type { JobQueue, RequestScope, WakeUps } from '../../kit/data/index.ts';
import type { Module } from '../../kit/module.ts';
import { DeliveryLane } from './delivery-lane.entity.ts';
import { replayTask } from './replay.task.ts';

interface Work {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly wakeUps: WakeUps;
  /** A subscription whose attempts have all failed for this many seconds is switched off. */
  readonly disableAfterSeconds: number;
}

/** Making the attempts, and what follows from them for a subscription. */
export const dispatchModule: Module<unknown, Work> = {
  entities: [DeliveryLane],
  tasks: ({ newScope, jobs, wakeUps, disableAfterSeconds }) => [
    replayTask({ newScope, jobs, wakeUps, disableAfterSeconds }),
  ],
};
