import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import {
  inTransaction,
  type JobKind,
  type JobQueue,
  type RequestScope,
  type Task,
  WorkLoop,
} from '../../kit/data/index.ts';
import { archiveMoment, archiveName, type BackupSource } from './backup.ts';
import type { BackupTarget } from './backup-target.ts';

const backUp: JobKind<{ slot: number }> = { name: 'back-up' };

/** How often it is looked whether a backup is due, in milliseconds. */
const everyMs = 300_000;
const hourMs = 3_600_000;
/** Makes ids of slots. */
const namespace = '6f3f0d2e-5d0c-4a53-9b6c-0b3f0a8f1e55';

/** What is backed up, where to, and how many archives are kept. */
export interface BackupPlan {
  readonly source: BackupSource;
  readonly target: BackupTarget;
  readonly keep: number;
  readonly everyHours: number;
  readonly log: Logger;
}

/** Makes a scheduled backup, then removes the oldest archives. One process of all does it. */
export function backupTask({ source, target, keep, log, everyHours }: BackupPlan): Task<{ slot: number }> {
  return {
    kind: backUp,
    slots: 1,
    longestSeconds: 4 * 3_600,
    // A job that is there keeps others from being made for its time.
    keptSeconds: 2 * everyHours * 3_600,
    run: async (_data, { tooLate, stopping }) => {
      const name = archiveName(new Date());
      try {
        const { bytes, ms } = await target.make(source, name, AbortSignal.any([tooLate, stopping]));
        const removed = (await target.names()).slice(0, -keep);
        for (const old of removed) await target.remove(old);
        log.info({ archive: name, bytes, ms, removed }, 'a backup is made');
      } catch (error) {
        if (!stopping.aborted) log.error({ error }, `the scheduled backup has failed: ${messageOf(error)}`);
        throw error;
      }
    },
  };
}

/**
 * Has a backup made when the newest archive is old enough. All workers look, and each time has one job: its id is that of
 * its time.
 */
export function backupSchedule(
  { target, everyHours, log }: BackupPlan,
  jobs: Pick<JobQueue, 'enqueue'>,
  newScope: () => RequestScope,
): WorkLoop {
  const look = async (): Promise<void> => {
    const now = Date.now();
    const last = (await target.names()).at(-1) ?? 'none';
    const newest = archiveMoment(last);
    if (newest !== null && now - newest.getTime() < everyHours * hourMs) return;
    const slot = Math.floor(now / (everyHours * hourMs));
    // With the newest archive: a database that was restored has the jobs of its archives.
    const id = uuidv5(`${everyHours}/${slot}/${last}`, namespace);
    await inTransaction(newScope(), (transaction) => jobs.enqueue(transaction, backUp, [{ id, data: { slot } }]));
  };
  return new WorkLoop({
    name: 'the schedule of backups',
    pauseMs: () => everyMs,
    log,
    step: async () => {
      await look().catch((error: unknown) => log.error({ error }, `no backup can be scheduled: ${messageOf(error)}`));
      return false;
    },
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
