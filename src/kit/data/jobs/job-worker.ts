import type { Job as BossJob, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { settledWithin, type Tracing } from '../../core/index.ts';
import { isOutage } from '../database-errors.ts';
import { jobFailureReason } from './job-failure.ts';
import { withoutTrace } from './job-trace.ts';
import { type Claim, handBack, overdueOutput, postpone } from './postpone.ts';
import { type JobFailure, RunningJob } from './running-job.ts';
import { mostTries, type Task } from './task.ts';
import { WorkLoop } from './work-loop.ts';

/** How long to pause without a wake-up, in milliseconds: the queue wakes a worker whose jobs are due. */
const pauseMs = 60_000;

interface Failed {
  readonly claim: Claim;
  /** The output that the queue stores with it. */
  readonly output: { readonly reason: string };
}

/** What a worker of one kind of job needs. */
export interface WorkerOptions {
  readonly boss: PgBoss;
  readonly task: Task<object>;
  /** The interval of the heartbeat of running jobs. */
  readonly signOfLifeMs: number;
  /** Throws while the database does not answer on the connections that tasks use. */
  readonly proveDatabase: () => Promise<unknown>;
  readonly tracing: Tracing | null;
  readonly log: Logger;
}

/**
 * Runs the jobs of one task, each in a slot of its own. pg-boss's own workers wait for the slowest job of a batch
 * before they report and fetch again, so that one hanging receiver would delay all jobs fetched with it.
 */
export class JobWorker {
  readonly #running = new Map<string, { claim: Claim; end: Promise<void> }>();
  #completed: string[] = [];
  #postponed: Claim[] = [];
  readonly #failed: Failed[] = [];
  readonly #stopping = new AbortController();
  readonly #tooLate = new AbortController();
  readonly #loop: WorkLoop;
  #signsOfLife: NodeJS.Timeout | undefined;

  constructor(private readonly options: WorkerOptions) {
    const { task, log } = options;
    const name = `the worker of ${task.kind.name}`;
    this.#loop = new WorkLoop({ name, step: () => this.#step(), log, pauseMs: () => pauseMs });
  }

  start(): void {
    this.#loop.start();
    this.#signsOfLife = setInterval(() => void this.#attempt(() => this.#touch()), this.options.signOfLifeMs);
  }

  get kind(): string {
    return this.options.task.kind.name;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Looks for jobs now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Fetches no more, waits up to `timeoutMs` for running jobs, then aborts the rest and returns them to the queue. */
  async drain(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
    await settledWithin(timeoutMs, Promise.all(Array.from(this.#running.values(), ({ end }) => end)));
    clearInterval(this.#signsOfLife);
    const unfinished = [...this.#postponed, ...Array.from(this.#running.values(), ({ claim }) => claim)];
    this.#postponed = [];
    this.#tooLate.abort();
    await this.#attempt(() => this.#report());
    if (unfinished.length === 0) return;
    await this.#attempt(() => handBack(this.options.boss.getDb(), this.options.task.kind.name, unfinished));
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
    for (const job of jobs) this.#running.set(job.id, { claim: job, end: this.#run(job) });
  }

  async #run({ id, data, retryCount }: BossJob<object>): Promise<void> {
    const failure = await this.#traced(data);
    if (failure === null) this.#completed.push(id);
    else this.#noteFailure({ id, retryCount }, failure.error);
    this.#running.delete(id);
    this.wake();
  }

  /** A job begins a trace of its own, with a link to what has enqueued it: that may be long over. */
  #traced(stored: object): Promise<JobFailure | null> {
    const { task, tracing } = this.options;
    const { data, cause } = withoutTrace(stored);
    const [stopping, tooLate] = [this.#stopping.signal, this.#tooLate.signal];
    const run = (): Promise<JobFailure | null> => new RunningJob(task, data, { stopping, tooLate }).end;
    if (tracing === null) return run();
    const root = { name: `job ${task.kind.name}`, kind: 'internal', parent: null, link: cause } as const;
    return tracing.begin(root, async (span) => {
      const failure = await run();
      if (failure !== null) span.fail();
      return failure;
    });
  }

  /** A job that fails because its process stops, or because of an outage, has not been tried. */
  #noteFailure(claim: Claim, error: unknown): void {
    const { task, log } = this.options;
    const fields = { job: claim.id, kind: task.kind.name, error };
    if (this.#stopping.signal.aborted) {
      this.#postponed.push(claim);
    } else if (isOutage(error)) {
      log.warn(fields, 'job cannot be run right now and is put off');
      this.#postponed.push(claim);
    } else {
      const tries = claim.retryCount + 1;
      const next = tries < mostTries ? 'will run again' : 'is given up';
      log.error({ ...fields, tries }, `job failed and ${next}`);
      this.#failed.push({ claim, output: { reason: jobFailureReason(error) } });
    }
  }

  /** Reports ended jobs to the queue. A report that fails is sent next time; after a crash the job runs again. */
  async #report(): Promise<void> {
    const { boss, task } = this.options;
    const [completed, postponed] = [this.#completed, this.#postponed];
    [this.#completed, this.#postponed] = [[], []];
    try {
      if (completed.length > 0) await boss.complete(task.kind.name, completed);
      completed.length = 0;
      if (postponed.length > 0) await this.#postpone(postponed);
    } catch (error) {
      this.#completed.push(...completed);
      this.#postponed.push(...postponed);
      throw error;
    }
    for (let failed = this.#failed[0]; failed !== undefined; failed = this.#failed[0]) {
      await boss.fail(task.kind.name, failed.claim, failed.output);
      this.#failed.shift();
    }
  }

  async #postpone(claims: readonly Claim[]): Promise<void> {
    const overdue = await postpone(this.options.boss.getDb(), this.options.task.kind.name, claims);
    this.#failed.push(...overdue.map((claim) => ({ claim, output: overdueOutput })));
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
