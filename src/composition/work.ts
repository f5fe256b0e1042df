import { type ClosingStack } from '../closing-stack.ts';
import type { Config } from '../config.ts';
import { AttemptLog } from '../delivery/attempt-log.ts';
import { Courier } from '../delivery/courier.ts';
import { DeadNotices, tellDeadTask } from '../delivery/dead-notices.ts';
import { Dispatcher } from '../delivery/dispatcher.ts';
import { FanOutWorker } from '../delivery/fan-out.ts';
import { Health } from '../delivery/health.ts';
import { tellHeldBackTask } from '../delivery/held-back.ts';
import { pruneDeliveries } from '../delivery/prune-deliveries.ts';
import { removeDeliveriesTask } from '../delivery/remove-deliveries.ts';
import { replayTask } from '../delivery/replay.ts';
import { Retention } from '../events/retention.ts';
import { pruneKeys } from '../idempotency/keyed-request.ts';
import { Burial } from '../jobs/burial.ts';
import { expireContractTask } from '../modules/contracts/contract.expiry.ts';
import { narrateTask } from '../modules/presentations/narrate.ts';
import type { Core } from './core.ts';
import type { UseCases } from './use-cases.ts';

/** How long a stop may take for work that is under way, in milliseconds. */
export const drainMs = 8_000;

/** Opens the queue, which every role enqueues into; the worker role also runs what is in it, and prunes the log. */
export async function startJobs(
  { roles, delivery, eventRetentionDays }: Config,
  core: Core,
  { contracts }: UseCases,
  closing: ClosingStack,
): Promise<void> {
  const { jobs, newScope, events, channels, secrets, pings, speech, wakeUps, log } = core;
  const health = new Health(events, jobs, pings, delivery.disableAfterSeconds);
  const deadNotices = new DeadNotices(events, jobs);
  const onRecorded = wakeUps.attemptsRecorded;
  const attempts = new AttemptLog({ newScope, deadNotices, health, schedule: delivery, onRecorded, log });
  const courier = new Courier({ newScope, channels, attempts, secrets, timeoutMs: delivery.webhookTimeoutMs });
  jobs.register(replayTask({ newScope, jobs, courier, wakeUps, disableAfterSeconds: delivery.disableAfterSeconds }));
  jobs.register(removeDeliveriesTask(newScope));
  jobs.register(tellDeadTask(newScope, deadNotices));
  jobs.register(tellHeldBackTask(newScope, wakeUps));
  jobs.register(expireContractTask(newScope, contracts));
  if (speech.speaker !== null) jobs.register(narrateTask({ newScope, events, ...speech, speaker: speech.speaker }));
  await jobs.start();
  closing.push('jobs', () => jobs.drain(drainMs));
  if (!roles.includes('worker')) return;
  await jobs.work();
  const fanOut = new FanOutWorker({ newScope, events, wakeUps, log });
  const dispatcher = new Dispatcher({ newScope, courier, wakeUps, log });
  const burial = new Burial({ newScope, jobs, events, log });
  burial.start();
  fanOut.start();
  dispatcher.start();
  closing.drainFirst('workers', () =>
    Promise.all([jobs.finish(drainMs), burial.stop(), fanOut.stop(), dispatcher.stop(drainMs)]),
  );
  const retention = new Retention(newScope, eventRetentionDays, pruneDeliveries, pruneKeys);
  retention.start();
  closing.drainFirst('retention', () => retention.stop());
}
