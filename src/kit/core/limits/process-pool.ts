import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { currentBudget, operationLimits, overBudget } from './budget.ts';
import { AppError } from '../errors.ts';
import { KeyedLimiter } from './keyed-limiter.ts';
import { outOfProcessorTime } from './processor-watch.thread.ts';
import { Semaphore } from './semaphore.ts';
import type { TaskResult } from './serve-tasks.ts';

/** How much work a pool takes, and how long it may last. `Infinity` is no limit. */
export interface PoolLimits {
  /** Most processes, each with one task. */
  readonly processes: number;
  /** Most tasks that wait for a process. */
  readonly waiting: number;
  /** Most tasks of one holder, running and waiting: the others' find places. */
  readonly perHolder: number;
  /** How long a task may wait, in milliseconds. */
  readonly waitMs: number;
  /** Most processor time of a task, in milliseconds. */
  readonly processorMs: number;
  /** How long it may run in all, in milliseconds: where others compute, too, it gets a part of the processors. */
  readonly ms: number;
  /** How long a process stays without a task, in milliseconds. */
  readonly idleMs: number;
  /** Most memory that the objects of a process may take, in megabytes. */
  readonly heapMb: number;
}

/** A process has ended by itself in the middle of a task, for no reason that the pool knows. */
export class ProcessEnded extends Error {}

/** The signal by which Node ends itself when there is no memory left. Nothing else sends it. */
const outOfMemory = 'SIGABRT';

const usual: PoolLimits = {
  processes: 2,
  waiting: 16,
  perHolder: 6,
  waitMs: 5_000,
  processorMs: operationLimits.ms,
  // Proxies wait 60 s for an answer, and the wait for a place comes before.
  ms: 45_000,
  idleMs: 30_000,
  heapMb: 256,
};

/**
 * Runs long computations in processes of their own, so that the event loop stays free. A process starts when it is
 * needed, ends after an idle time, and is replaced when its task takes too long, or too much processor time or memory. Threads are not used:
 * Node crashes as a whole when a thread is ended, or runs out of memory, while it opens a zlib stream.
 *
 * @param program the module that runs in a process: it calls `serveTasks`
 */
export class ProcessPool<Task extends object, Result> {
  readonly #limits: PoolLimits;
  readonly #places: Semaphore;
  readonly #holders: KeyedLimiter;
  readonly #closing = new AbortController();
  readonly #started = new Set<ChildProcess>();
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  #tasks = 0;

  constructor(
    private readonly program: string,
    limits: Partial<PoolLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
    this.#places = new Semaphore(this.#limits.processes);
    this.#holders = new KeyedLimiter(this.#limits.perHolder);
  }

  /**
   * @param task a value that `structuredClone` can copy
   * @param holder whose task it is: holders take turns
   * @param wanted aborted when nobody waits for the result
   * @throws AppError `UNAVAILABLE` while too many wait, or when the machine is too slow; `TOO_MANY_REQUESTS` while too
   * many of the holder wait; `OVER_BUDGET` when the task needs too much processor time or memory
   * @throws the error that ended its budget; the error of the task; `ProcessEnded`; the reason of `wanted`; `AbortError`
   * once the pool is closed
   */
  async run(task: Task, holder: string | null = null, wanted?: AbortSignal): Promise<Result> {
    const { processes, waiting, perHolder, waitMs, ms } = this.#limits;
    if (this.#tasks >= processes + waiting) throw busy(`${waiting} tasks wait already`);
    const leave = holder === null ? () => undefined : this.#holders.take(holder);
    if (leave === null) {
      const detail = `You have ${perHolder} tasks of heavy work under way: wait for one of them.`;
      throw new AppError('too_many_under_way', detail);
    }
    this.#tasks += 1;
    // The operation waits for as long as the pool does.
    if (Number.isFinite(waitMs)) currentBudget()?.renew(waitMs + ms + operationLimits.ms);
    try {
      const release = await this.#place(holder, wanted);
      try {
        return await this.#runNow(task, wanted);
      } finally {
        release();
      }
    } finally {
      this.#tasks -= 1;
      leave();
    }
  }

  /** The processes that there are right now. */
  get processIds(): readonly number[] {
    return [...this.#started].flatMap(({ pid }) => pid ?? []);
  }

  /** Aborts running and waiting tasks. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#started].map((child) => this.#end(child)));
  }

  async #place(holder: string | null, wanted?: AbortSignal): Promise<() => void> {
    const { waitMs } = this.#limits;
    const overdue = Number.isFinite(waitMs) ? AbortSignal.timeout(waitMs) : undefined;
    try {
      return await this.#places.acquire(this.#abortedBy(overdue, wanted), 1, holder);
    } catch (error) {
      throw overdue?.aborted === true && error === overdue.reason
        ? busy(`no place was free within ${waitMs.toLocaleString('en-US')} ms`)
        : error;
    }
  }

  async #runNow(task: Task, wanted?: AbortSignal): Promise<Result> {
    const { ms } = this.#limits;
    const overdue = AbortSignal.timeout(ms);
    const signal = this.#abortedBy(overdue, wanted);
    try {
      return await this.#runOnceOrTwice(task, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw signal.reason === overdue.reason
        ? busy(`the processors had no time for it within ${ms.toLocaleString('en-US')} ms`)
        : signal.reason;
    }
  }

  /** Runs a task, in a second process where the first one was ending when it got the task. */
  async #runOnceOrTwice(task: Task, signal: AbortSignal): Promise<Result> {
    const [idle] = this.#idle.keys();
    if (idle === undefined) return this.#runIn(this.#newProcess(), task, signal);
    const startedAt = performance.now();
    try {
      return await this.#runIn(this.#take(idle), task, signal);
    } catch (error) {
      // A task cannot have used its processor time so soon: what ended the process belongs to the task before.
      const { processorMs } = this.#limits;
      const isWatched = Number.isFinite(processorMs);
      const wasEnding = isWatched && idle.signalCode !== null && idle.signalCode !== outOfMemory;
      if (!wasEnding || signal.aborted || performance.now() - startedAt > processorMs / 2) throw error;
      return this.#runIn(this.#newProcess(), task, signal);
    }
  }

  async #runIn(child: ChildProcess, task: Task, signal: AbortSignal): Promise<Result> {
    try {
      const reply = await this.#resultOf(child, task, signal);
      this.#rest(child);
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.result;
    } catch (error) {
      if (!this.#idle.has(child)) await this.#end(child);
      throw error;
    }
  }

  async #resultOf(child: ChildProcess, task: Task, signal: AbortSignal): Promise<TaskResult<Result>> {
    // A process that rests does not keep this one from ending.
    child.channel?.ref();
    child.send(task);
    const done = new AbortController();
    const either = AbortSignal.any([signal, done.signal]);
    try {
      const answered = once(child, 'message', { signal: either }) as Promise<[TaskResult<Result>]>;
      const ended = once(child, 'exit', { signal: either }).then(() => {
        if (child.signalCode === outOfMemory) throw overBudget('memory', this.#limits.heapMb, 'MB');
        if (child.signalCode === outOfProcessorTime) {
          throw overBudget('processor time', this.#limits.processorMs, 'ms');
        }
        throw new ProcessEnded(`The process of a task has ended with ${child.signalCode ?? child.exitCode}.`);
      });
      const [reply] = await Promise.race([answered, ended]);
      return reply;
    } finally {
      done.abort();
      child.channel?.unref();
    }
  }

  #abortedBy(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
    const given = [...signals, currentBudget()?.signal].filter((signal) => signal !== undefined);
    return AbortSignal.any([this.#closing.signal, ...given]);
  }

  #take(child: ChildProcess): ChildProcess {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    return child;
  }

  #newProcess(): ChildProcess {
    const child = fork(this.program, [String(this.#limits.processorMs)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
      env: {},
      // The report that Node writes when memory runs out is not a line of our log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    this.#started.add(child);
    // An error rejects the task. Without a listener, an error of an idle process would end this process.
    child.on('error', () => this.#forget(child));
    child.on('exit', () => this.#forget(child));
    return child;
  }

  /** Keeps a process for the next task, but not indefinitely. */
  #rest(child: ChildProcess): void {
    const timer = setTimeout(() => void this.#end(child), this.#limits.idleMs);
    this.#idle.set(child, timer.unref());
  }

  async #end(child: ChildProcess): Promise<void> {
    this.#forget(child);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  #forget(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    this.#started.delete(child);
  }
}

function busy(why: string): AppError {
  return new AppError('overloaded', `Too much heavy work is queued right now, ${why}: try again shortly.`);
}
