import { sql } from 'kysely';
import { fromKysely, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { DatabaseConnection } from '../connections/connection.ts';
import { AppError, type Tracing } from '../../core/index.ts';
import type { TransactionScope } from '../scope.ts';
import { withTrace } from './job-trace.ts';
import { JobWorker } from './job-worker.ts';
import { deadJobQueue, type JobKind, type JobOptions, mostTries, type Task, usualLongestSeconds } from './task.ts';
import type { WakeUps } from './wake-ups.ts';
import { WorkLoop } from './work-loop.ts';

/** A crashed process's jobs are handed out again after this many seconds without a sign of life. */
const heartbeatSeconds = 10;

/** A job that has ended is kept for as long, unless its task says otherwise. */
const usuallyKeptSeconds = 3_600;

/** pg-boss deletes jobs that have waited for longer. */
const retentionSeconds = 315_360_000;

/** The pauses between the tries double from a second to five minutes. Then pg-boss copies the job to the dead ones. */
const untilItIsDead = {
  retryLimit: mostTries - 1,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds,
  deadLetter: deadJobQueue,
} as const;

/** Dead jobs are kept as long after their event was recorded. */
const deadJobSettings = { retryLimit: 0, retentionSeconds, deleteAfterSeconds: 90 * 86_400 } as const;

/** Of some kinds those of which a job is due, as pg-boss's own fetch has it. The limit keeps each to its index. */
const dueKinds = `select kind from unnest($1::text[]) as kind, lateral (select 1 from pgboss.job
  where name = kind and state < 'active' and not blocked and start_after <= pgboss.job_now() limit 1) as due`;

/** A dead job, as far as it takes to run it again. */
export interface GivenUpJob {
  readonly id: string;
  readonly kind: string;
  readonly data: object;
  /** The group whose slots it takes. */
  readonly group: string | null;
}

type QueueSettings = Omit<Queue, 'name'>;

/** The queue of a task, and its settings. */
function queueOf({
  kind,
  longestSeconds = usualLongestSeconds,
  keptSeconds = usuallyKeptSeconds,
}: Task<object>): [name: string, settings: QueueSettings] {
  return [
    kind.name,
    { ...untilItIsDead, expireInSeconds: longestSeconds, heartbeatSeconds, deleteAfterSeconds: keptSeconds },
  ];
}

function has(queue: QueueSettings, settings: QueueSettings): boolean {
  const names = Object.keys(settings) as (keyof QueueSettings)[];
  return names.every((name) => queue[name] === settings[name]);
}

/** Durable jobs on pg-boss: enqueue inside a transaction, register a task, retry dead jobs, drain. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #tasks: Task<object>[] = [];
  readonly #workers: JobWorker[] = [];
  readonly #looks: WorkLoop;

  constructor(
    private readonly connection: DatabaseConnection,
    private readonly wakeUps: WakeUps,
    private readonly log: Logger,
    private readonly tracing: Tracing | null = null,
  ) {
    this.#boss = new PgBoss({
      ...connection.queue,
      superviseIntervalSeconds: heartbeatSeconds,
      monitorIntervalSeconds: heartbeatSeconds,
      schedule: false,
    });
    this.#boss.on('error', (error) => log.warn({ error: error.message }, 'job queue'));
    this.#looks = new WorkLoop({ name: 'the look for due jobs', step: () => this.#wakeForDueJobs(), log });
  }

  /** Adds jobs in the caller's transaction: they exist if and only if it commits, and start right then. */
  async enqueue<Data extends object>(
    transaction: TransactionScope,
    kind: JobKind<Data>,
    jobs: readonly (JobOptions & { data: Data })[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ data, group, delayMs = 0, id = uuidv7() }) => ({
      // Rising ids, so that jobs of one transaction are also taken in the order in which they were given.
      id,
      data: withTrace(data),
      // pg-boss takes seconds from now.
      startAfter: Math.max(0, Math.ceil(delayMs) / 1_000),
      ...(group === undefined ? {} : { group: { id: group } }),
    }));
    await this.#boss.insert(kind.name, rows, { db: fromKysely(transaction.em.getKysely<unknown>()) });
    if (rows.some(({ startAfter }) => startAfter === 0)) transaction.afterCommit(this.wakeUps.jobsWaiting);
  }

  /**
   * Runs a dead job again, under its id, with all its tries.
   *
   * @throws AppError `CONFLICT` for a kind that this version does not run
   */
  async retry(transaction: TransactionScope, { id, kind, data, group }: GivenUpJob): Promise<void> {
    const task = this.taskOf(kind);
    if (task === null) {
      throw new AppError('job_not_run', `Jobs of the kind ${kind} are not run here: start what runs them, then retry.`);
    }
    const options = { db: fromKysely(transaction.em.getKysely<unknown>()) };
    await task.onRetry?.(transaction, data);
    // pg-boss keeps the one that failed for a while.
    await this.#boss.deleteJob(kind, id, options);
    await this.#boss.insert(
      kind,
      [{ id, data: withTrace(data), ...(group === null ? {} : { group: { id: group } }) }],
      options,
    );
    transaction.afterCommit(this.wakeUps.jobsWaiting);
  }

  /** The task that runs a kind of job in this process; null when there is none. */
  taskOf(kind: string): Task<object> | null {
    return this.#tasks.find((task) => task.kind.name === kind) ?? null;
  }

  /** Names the function that runs a kind of job in this process. Takes effect with `work`. */
  register<Data extends object>(task: Task<Data>): void {
    this.#tasks.push(task as unknown as Task<object>);
  }

  /** Opens the queue, creating its tables where they are missing. One that has failed may be started again. */
  async start(): Promise<void> {
    await this.#install();
    await this.#boss.start().catch(async (error: unknown) => {
      // Its parts that have started would start twice.
      await this.#boss.stop({ graceful: false });
      throw error;
    });
    const present = await this.#boss.getQueues();
    for (const [name, settings] of [[deadJobQueue, deadJobSettings] as const, ...this.#tasks.map(queueOf)]) {
      if (!present.some((queue) => queue.name === name && has(queue, settings))) await this.#setUp(name, settings);
    }
    await this.wakeUps.start(this.#boss.getDb());
  }

  async #setUp(name: string, settings: QueueSettings): Promise<void> {
    await this.#boss.createQueue(name, settings);
    // A queue that was there keeps the settings of the version that made it.
    await this.#boss.updateQueue(name, settings);
    // Reads the queue's properties into pg-boss's cache, where its start has put those of the others. Reading them at the
    // first `enqueue` would wait for a second connection while the transaction holds the first, and PGlite has only one.
    await this.#boss.insert(name, []);
  }

  /** Starts running the registered tasks. */
  async work(): Promise<void> {
    for (const task of this.#tasks) {
      const signOfLifeMs = (heartbeatSeconds * 1_000) / 3;
      const proveDatabase = () => sql`select 1`.execute(this.connection.kysely);
      const { log, tracing } = this;
      const worker = new JobWorker({ boss: this.#boss, task, signOfLifeMs, proveDatabase, tracing, log });
      this.#workers.push(worker);
      worker.start();
    }
    this.wakeUps.on('jobs', this.#looks.wake);
    this.#looks.start();
  }

  /** One statement for all workers, each of which would need two. */
  async #wakeForDueJobs(): Promise<boolean> {
    const kinds = this.#workers.map(({ kind }) => kind);
    const { rows } = (await this.#boss.getDb().executeSql(dueKinds, [kinds])) as { rows: { kind: string }[] };
    for (const worker of this.#workers) if (rows.some(({ kind }) => kind === worker.kind)) worker.wake();
    return false;
  }

  /** How many jobs this process runs right now, by kind. */
  get underWay(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#workers.map((worker) => [worker.kind, worker.runningCount]));
  }

  /** Makes or upgrades the queue's tables, which takes its time where there are many jobs. */
  async #install(): Promise<void> {
    const { can, queue, patiently } = this.connection;
    // The embedded database has no time limits, and takes several statements in one text only on pg-boss's own way.
    if (!can.processes) return;
    await patiently(async (database) => {
      const installer = new PgBoss({ ...queue, db: fromKysely(database), supervise: false, schedule: false });
      installer.on('error', (error) => this.log.warn({ error: error.message }, 'job queue'));
      await installer.start();
      await installer.stop();
    });
  }

  /** Whether the queue's tables answer. */
  async isReady(): Promise<boolean> {
    return this.#boss.isInstalled();
  }

  /** Fetches no more, lets running jobs finish for up to `timeoutMs`, hands the rest back. Others may still enqueue. */
  async finish(timeoutMs: number): Promise<void> {
    await Promise.all([this.#looks.stop(), ...this.#workers.map((worker) => worker.drain(timeoutMs))]);
  }

  /** Finishes and closes. */
  async drain(timeoutMs: number): Promise<void> {
    await this.finish(timeoutMs);
    await this.wakeUps.stop();
    await this.#boss.stop();
  }
}
