import { inTransaction, type JobQueue, type RequestScope } from '../../kit/data/index.ts';
import type { DeadJob } from './dead-job.ts';
import { takeDeadJob } from './dead-job.reader.ts';

export class DeadJobService {
  constructor(private readonly jobs: JobQueue) {}

  /**
   * Runs a dead job again now, with all its tries.
   *
   * @returns the job as it was; it is no longer listed
   * @throws AppError `NOT_FOUND`, or `CONFLICT` for a kind that this server does not run
   */
  async retry(scope: RequestScope, jobId: string): Promise<DeadJob> {
    return inTransaction(scope, async (transaction) => {
      const job = await takeDeadJob(transaction, jobId);
      await this.jobs.retry(transaction, job);
      transaction.touched.note({ objectType: 'dead_job', objectId: job.id, change: 'changed' });
      return job;
    });
  }
}
