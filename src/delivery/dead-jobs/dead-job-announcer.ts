import type { Logger } from 'pino';
import { type EventLog, newEvent } from '../events/event-log.ts';
import {
  inTransaction,
  isOutage,
  type JobQueue,
  type RequestScope,
  type TransactionScope,
  WorkLoop,
} from '../../kit/data/index.ts';
import type { DeadJob } from './dead-job.ts';
import { jobDead } from './dead-job.events.ts';
import { nextUnannounced, markAnnounced } from './dead-job.reader.ts';

/** What the announcement of dead jobs needs. */
export interface AnnouncerOptions {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly log: Logger;
}

class AnnouncementError extends Error {
  constructor(
    readonly job: DeadJob,
    cause: unknown,
  ) {
    super('The announcement of a dead job failed.', { cause });
  }
}

/**
 * Announces each dead job once as `job.dead`, after its task has run `onDead`. It polls the queue of dead jobs, because
 * pg-boss itself ends a job whose process has crashed too often.
 */
export class DeadJobAnnouncer {
  readonly #loop: WorkLoop;
  /** Ids of jobs whose announcement failed. They stay listed and must not block the others. */
  readonly #skipped: string[] = [];

  constructor(private readonly options: AnnouncerOptions) {
    this.#loop = new WorkLoop({ name: 'announcing dead jobs', step: () => this.#announceOne(), log: options.log });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** @returns whether there may be more */
  async #announceOne(): Promise<boolean> {
    const { newScope, log } = this.options;
    try {
      const job = await inTransaction(newScope(), (transaction) => this.#announceNext(transaction));
      if (job === null) return false;
      const { id, kind, attemptCount, reason } = job;
      log.error({ job: id, kind, attemptCount, reason }, 'job is dead: it is kept, and can be retried');
    } catch (error) {
      if (!(error instanceof AnnouncementError) || isOutage(error)) throw error;
      this.#skipped.push(error.job.id);
      log.error({ job: error.job.id, error }, 'dead job cannot be announced');
    }
    return true;
  }

  async #announceNext(transaction: TransactionScope): Promise<DeadJob | null> {
    const job = await nextUnannounced(transaction, this.#skipped);
    if (job === null) return null;
    const { id: jobId, kind, data, attemptCount, reason } = job;
    try {
      await this.#runOnDead(transaction, job);
      await markAnnounced(transaction, job);
      const announced = { jobId, kind, data, attemptCount, reason };
      // Written here, so that data which cannot be stored is the error of this job.
      await this.options.events.append(transaction, newEvent(jobDead, { deckId: null, data: announced }));
    } catch (error) {
      throw new AnnouncementError(job, error);
    }
    return job;
  }

  /**
   * Runs `onDead` of the task. It may fail for the same reason as the job did: the announcement follows all the same.
   */
  async #runOnDead(transaction: TransactionScope, { id, kind, data, reason }: DeadJob): Promise<void> {
    try {
      await inTransaction(transaction, async (inner) => this.options.jobs.taskOf(kind)?.onDead?.(inner, data, reason));
    } catch (error) {
      if (isOutage(error)) throw error;
      this.options.log.error({ job: id, kind, error }, 'onDead of a dead job failed');
    }
  }
}
