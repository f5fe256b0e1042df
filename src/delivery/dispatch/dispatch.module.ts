import type { JobQueue, RequestScope, WakeUps } from '../../kit/data/index.ts';
import type { Module } from '../../kit/module.ts';
import type { Courier } from './courier.ts';
import { DeliveryLane } from './delivery-lane.entity.ts';
import { replayTask } from './replay.task.ts';

interface Work {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly wakeUps: WakeUps;
  readonly courier: Courier;
  /** A subscription whose attempts have all failed for this many seconds is switched off. */
  readonly disableAfterSeconds: number;
}

/** Making the attempts, and what follows from them for a subscription. */
export const dispatchModule: Module<unknown, Work> = {
  entities: [DeliveryLane],
  tasks: ({ newScope, jobs, wakeUps, courier, disableAfterSeconds }) => [
    replayTask({ newScope, jobs, courier, wakeUps, disableAfterSeconds }),
  ],
};
