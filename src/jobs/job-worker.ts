import type { Job as BossJob, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { settledWithin } from '../settled-within.ts';
import { RunningJob } from './running-job.ts';
import type { Task } from './task.ts';
import { WorkLoop } from './work-loop.ts';

export interface WorkerOptions {
  readonly boss: PgBoss;
  readonly task: Task<object>;
  /** How often to say that running jobs are alive. */
  readonly signOfLifeMs: number;
  /** Throws while the database does not answer on the connections that tasks use. */
  readonly proveDatabase: () => Promise<unknown>;
  readonly log: Logger;
}

/**
 * Runs the jobs of one task, each in a slot of its own. pg-boss's own workers wait for the slowest job of a batch
 * before they report and fetch again, so that one receiver that hangs would hold up all that was fetched with it.
 */
export class JobWorker {
  readonly #running = new Map<string, Promise<void>>();
  #completed: string[] = [];
  #failed: string[] = [];
  readonly #stopping = new AbortController();
  readonly #tooLate = new AbortController();
  readonly #loop: WorkLoop;
  #signsOfLife: NodeJS.Timeout | undefined;

  constructor(private readonly options: WorkerOptions) {
    const { task, log } = options;
    this.#loop = new WorkLoop({ name: `the worker of ${task.kind.name}`, step: () => this.#step(), log });
  }

  start(): void {
    this.#loop.start();
    this.#signsOfLife = setInterval(() => void this.#attempt(() => this.#touch()), this.options.signOfLifeMs);
  }

  /** Looks for jobs now rather than at the next poll. */
  wake(): void {
    this.#loop.wake();
  }

  /** Fetches no more, lets running jobs come to an end for up to `timeoutMs`, then breaks off the rest and hands them back. */
  async drain(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    await settledWithin(timeoutMs, Promise.all(this.#running.values()));
    clearInterval(this.#signsOfLife);
    this.#tooLate.abort();
    this.#failed.push(...this.#running.keys());
    await this.#attempt(() => this.#report());
  }

  async #step(): Promise<boolean> {
    await this.#report();
    await this.#fetch();
    return false;
  }

  /** Fetches as many jobs as slots are free, and starts them. */
  async #fetch(): Promise<void> {
    const { boss, task } = this.options;
    const free = task.slots - this.#running.size;
    if (free === 0 || this.#stopping.signal.aborted) return;
    // A process that can fetch but not work would take the jobs away from those that can.
    await this.options.proveDatabase();
    const jobs = await boss.fetch<object>(task.kind.name, {
      batchSize: free,
      ...(task.groupLimit === undefined ? {} : { groupConcurrency: task.groupLimit }),
    });
    for (const job of jobs) this.#running.set(job.id, this.#run(job));
  }

  async #run({ id, data, retryCount }: BossJob<object>): Promise<void> {
    const { task, log } = this.options;
    const [stopping, tooLate] = [this.#stopping.signal, this.#tooLate.signal];
    const failure = await new RunningJob(task, data, { stopping, tooLate }).end;
    if (failure === null) {
      this.#completed.push(id);
    } else {
      const { error } = failure;
      const tries = retryCount + 1;
      if (!stopping.aborted)
        log.error({ job: id, kind: task.kind.name, tries, error }, 'job failed and will run again');
      this.#failed.push(id);
    }
    this.#running.delete(id);
    this.wake();
  }

  /** Tells the queue how jobs ended. What cannot be told now is told next time, or runs again after a crash. */
  async #report(): Promise<void> {
    const { boss, task } = this.options;
    const [completed, failed] = [this.#completed, this.#failed];
    [this.#completed, this.#failed] = [[], []];
    try {
      if (completed.length > 0) await boss.complete(task.kind.name, completed);
      if (failed.length > 0) await boss.fail(task.kind.name, failed);
    } catch (error) {
      this.#completed.push(...completed);
      this.#failed.push(...failed);
      throw error;
    }
  }

  async #touch(): Promise<void> {
    const running = [...this.#running.keys()];
    if (running.length > 0) await this.options.boss.touch(this.options.task.kind.name, running);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { log, task } = this.options;
      log.warn({ kind: task.kind.name, error }, 'the job queue did not answer');
    }
  }
}
