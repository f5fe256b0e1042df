import cluster from 'node:cluster';
import { addAbortListener } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartupError } from '../../kit/core/index.ts';
import { Child } from './child.ts';
import type { Answers, Question, Started } from './messages.ts';

/** Pauses before a process is replaced, in milliseconds: they double while processes live for less than `soundMs`. */
const firstPauseMs = 250;
const longestPauseMs = 30_000;
const soundMs = 60_000;
/** How often a process is asked whether its event loop turns, in milliseconds, and how many answers it may not owe. */
const beatMs = 1_000;
const tooManyMissed = 3;

/** What a process gets beside the environment of this one. */
export type ExtraEnvironment = Readonly<Record<string, string>>;

/**
 * Runs processes that share their ports by `node:cluster`, and replaces each one that ends before a stop is requested.
 */
export class Supervisor {
  readonly #serving = new Set<Child>();
  readonly #kept: Promise<number | string>[] = [];

  /** @param stopping once aborted, every process is asked to stop, and none is replaced */
  constructor(
    private readonly log: Logger,
    private readonly stopping: AbortSignal,
  ) {}

  /** How many processes serve. */
  get serving(): number {
    return this.#serving.size;
  }

  /**
   * Starts one process, which migrates the database, then the others.
   *
   * @param program what each of them runs
   * @returns the message of the first one, once each of them serves or has ended; null when a stop was requested
   * meanwhile
   * @throws StartupError when the first one ends before it serves
   */
  async start(program: string, environments: readonly ExtraEnvironment[]): Promise<Started | null> {
    // Each process accepts by itself. Node's turns would leave a connection that is given to a dead process open
    // indefinitely.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: program, serialization: 'advanced' });
    const [first = {}, ...others] = environments;
    const child = this.#fork(first);
    const started = await child.started;
    if (started === null && !this.stopping.aborted) {
      const end = `the first of ${environments.length} web processes has ended with ${await child.ended}`;
      throw new StartupError(`The start failed: ${end}; its output above has the reason.`);
    }
    const members = [{ env: first, child }];
    if (!this.stopping.aborted) members.push(...others.map((env) => ({ env, child: this.#fork(env) })));
    this.#kept.push(...members.map((member) => this.#keep(member.env, member.child)));
    await Promise.all(members.map((member) => member.child.started));
    return this.stopping.aborted ? null : started;
  }

  /** Queries every process that serves. @returns the answers that come in time */
  async ask<Q extends Question>(question: Q): Promise<Answers[Q][]> {
    const answers = await Promise.all([...this.#serving].map((child) => child.ask(question)));
    return answers.filter((answer) => answer !== null);
  }

  /** Waits until a stop has ended all processes. @returns whether each one ended with 0 */
  async ended(): Promise<boolean> {
    return (await Promise.all(this.#kept)).every((end) => end === 0);
  }

  /** Replaces a process, and its replacements. @returns how the last one ended */
  async #keep(env: ExtraEnvironment, first: Child): Promise<number | string> {
    let child: Child | null = first;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const startedAt = performance.now();
      const end = await (child?.ended ?? 'no start');
      if (this.stopping.aborted) return end;
      if (performance.now() - startedAt >= soundMs) pauseMs = firstPauseMs;
      this.log.error({ process: child?.number, end, pauseMs }, 'a web process has ended and will be replaced');
      await delay(pauseMs, undefined, { signal: this.stopping }).catch(() => undefined);
      if (this.stopping.aborted) return 0;
      child = this.#tryFork(env);
    }
  }

  /** @returns null when the system has no room for a process */
  #tryFork(env: ExtraEnvironment): Child | null {
    try {
      return this.#fork(env);
    } catch (error) {
      this.log.error({ error }, 'a web process could not be started');
      return null;
    }
  }

  #fork(env: ExtraEnvironment): Child {
    const child = new Child(env);
    const onStop = addAbortListener(this.stopping, () => child.stop());
    void child.started.then((started) => {
      if (started === null) return;
      this.#serving.add(child);
      this.log.info({ process: child.number, processId: child.processId }, 'a web process serves');
      void this.#watch(child);
    });
    void child.ended.then(() => {
      this.#serving.delete(child);
      onStop[Symbol.dispose]();
    });
    return child;
  }

  /** Ends a process whose event loop hangs: its clients would wait indefinitely. */
  async #watch(child: Child): Promise<void> {
    for (let missed = 0; missed < tooManyMissed; missed = (await child.ask('life')) === null ? missed + 1 : 0) {
      await delay(beatMs, undefined, { ref: false });
      if (!this.#serving.has(child) || this.stopping.aborted) return;
    }
    this.log.error({ process: child.number }, 'a web process does not answer and is ended');
    child.kill();
  }
}
