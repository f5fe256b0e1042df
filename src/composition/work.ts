import type { ShutdownHooks } from '../kit/core/index.ts';
import { pruneCounts, pruneKeys, pruneQuotas, WorkLoop } from '../kit/data/index.ts';
import { systemActor } from '../kit/rights/index.ts';
import type { Config } from '../config.ts';
import { AttemptLines } from '../delivery/dispatch/attempt-lines.ts';
import { AttemptLog } from '../delivery/dispatch/attempt-log.ts';
import { AttemptMeter } from '../delivery/dispatch/attempt-meter.ts';
import { Courier } from '../delivery/dispatch/courier.ts';
import { DeadNotices } from '../delivery/dead-notices/dead-notices.ts';
import { Dispatcher } from '../delivery/dispatch/dispatcher.ts';
import { Spending } from '../delivery/dispatch/spending.ts';
import { FanOutWorker } from '../delivery/fan-out/fan-out.ts';
import { SubscriptionHealth } from '../delivery/dispatch/health.ts';
import { pruneAttemptPositions, pruneDeliveries } from '../delivery/deliveries/prune-deliveries.ts';
import { type Pruning, Retention } from '../delivery/events/retention.ts';
import { pruneReceivers } from '../delivery/playground/playground.service.ts';
import { attemptsCounted, pruneStatistics, StatisticsWorker } from '../delivery/statistics/statistics-worker.ts';
import { pruneErasedLinks } from '../homeowners/links/erased-link.reader.ts';
import { prunings } from '../homeowners/privacy/retention.ts';
import { DeadJobAnnouncer } from '../delivery/dead-jobs/dead-job-announcer.ts';
import { pruneImages } from '../authoring/images/prune-images.ts';
import { presentedImages } from '../presentations/recordings/named-images.ts';
import { chainSome } from '../trust/audit/chain.ts';
import { pruneAudit } from '../trust/audit/prune-audit.ts';
import { type BackupPlan, backupSchedule, backupTask } from './backup/backup-schedule.ts';
import { backupTarget } from './backup/backup-target.ts';
import type { Module } from '../kit/module.ts';
import type { Core } from './core.ts';
import type { UseCases } from './use-cases.ts';

/** What the tasks of the modules need. */
export interface Work extends Core, Pick<UseCases, 'contracts'> {
  readonly courier: Courier;
  readonly deadNotices: DeadNotices;
  readonly disableAfterSeconds: number;
}

/** How long a stop may take for work that is under way, in milliseconds. */
export const drainMs = 8_000;

/** Opens the queue, into which every role enqueues. The worker role also runs the jobs, and prunes the log. */
export async function startJobs(
  config: Config,
  core: Core,
  { contracts, privacy, quotas }: UseCases,
  modules: readonly Pick<Module<never, Work>, 'tasks'>[],
  shutdown: ShutdownHooks,
): Promise<void> {
  const { roles, delivery, eventRetentionDays, images, retention: periods } = config;
  const { jobs, newScope, events, channels, secrets, pings, wakeUps, sequencers, metrics, tracing, log } = core;
  const health = new SubscriptionHealth(events, jobs, pings, delivery.disableAfterSeconds);
  const deadNotices = new DeadNotices(events, jobs);
  const onRecorded = sequencers.attempts.request;
  const lines = new AttemptLines(log);
  const meter = new AttemptMeter(metrics);
  const attempts = new AttemptLog({ newScope, deadNotices, health, lines, meter, schedule: delivery, onRecorded, log });
  shutdown.push('lines about attempts', async () => lines.close());
  const { webhookAttempts: webhook, mailRecipients: email } = quotas;
  const spending = new Spending({ newScope, channels, quotas: { webhook, email } });
  const timeoutMs = delivery.webhookTimeoutMs;
  const courier = new Courier({ newScope, events, channels, attempts, secrets, spending, timeoutMs, tracing });
  const { disableAfterSeconds } = delivery;
  const work: Work = { ...core, contracts, courier, deadNotices, disableAfterSeconds };
  for (const task of modules.flatMap((module) => module.tasks?.(work) ?? [])) jobs.register(task);
  const plan = backupPlan(config, log);
  if (plan !== null) jobs.register(backupTask(plan));
  await core.starting('open the job queue', () => jobs.start());
  shutdown.push('jobs', () => jobs.drain(drainMs));
  if (!roles.includes('worker')) return;
  await jobs.work();
  const fanOut = new FanOutWorker({ newScope, events, wakeUps, tracing, log });
  const dispatcher = new Dispatcher({ newScope, courier, wakeUps, disableAfterSeconds, log });
  const announcer = new DeadJobAnnouncer({ newScope, jobs, events, log });
  announcer.start();
  fanOut.start();
  dispatcher.start();
  shutdown.drainFirst('workers', () =>
    Promise.all([jobs.finish(drainMs), announcer.stop(), fanOut.stop(), dispatcher.stop(drainMs)]),
  );
  const statistics = new StatisticsWorker({ newScope, wakeUps, log });
  statistics.start();
  shutdown.drainFirst('statistics of deliveries', () => statistics.stop());
  const chain = new WorkLoop({ name: 'the chain of the audit log', step: () => chainSome(newScope()), log });
  chain.start();
  shutdown.drainFirst('chain of the audit log', () => chain.stop());
  const others: Pruning[] = [
    { what: 'keys', pruneSome: pruneKeys },
    { what: 'positions of attempts', pruneSome: ({ em }) => pruneAttemptPositions(em, attemptsCounted) },
    { what: 'counts', pruneSome: ({ em, now }) => pruneCounts(em.getKysely<unknown>(), now()) },
    { what: 'playground receivers', pruneSome: pruneReceivers },
    { what: 'statistics of deliveries', pruneSome: pruneStatistics },
    { what: 'uses of quotas', pruneSome: pruneQuotas },
    { what: 'erased links', pruneSome: pruneErasedLinks },
    {
      what: 'images',
      pruneSome: (scope) => {
        const { store } = core.imageFiles;
        return pruneImages(scope, { store, days: images.retentionDays, copies: [presentedImages] });
      },
    },
    { what: 'audit entries', pruneSome: (scope) => pruneAudit(scope, periods.auditDays) },
    ...prunings(periods, privacy).map(({ what, pruneSome }) => ({ what, pruneSome: recorded(core, pruneSome) })),
  ];
  const { reclaimSpace } = core.connection;
  const retention = new Retention(newScope, eventRetentionDays, pruneDeliveries, others, reclaimSpace);
  retention.start();
  if (plan !== null) {
    const backups = backupSchedule(plan, jobs, newScope);
    backups.start();
    shutdown.drainFirst('schedule of backups', () => backups.stop());
  }
  shutdown.drainFirst('retention', () => retention.stop());
}

/** What is backed up by itself; null for nothing. */
function backupPlan({ backup, ...source }: Config, log: Core['log']): BackupPlan | null {
  const { everyHours, keep } = backup;
  if (everyHours === null) return null;
  const target = backupTarget(backup);
  const { audioS3, dataDir, database } = source;
  return { source: { audioS3, dataDir, database }, target, keep, everyHours, log };
}

/** Records whom retention erases. */
function recorded({ audit }: Core, pruneSome: Pruning['pruneSome']): Pruning['pruneSome'] {
  return async (scope) => {
    const { requestId } = scope;
    const trail = audit.trail({ actor: systemActor, operation: 'retention', requestId, address: null });
    return pruneSome({ ...scope, trail });
  };
}
