import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long to pause without a wake-up, in milliseconds: retries fall due in silence, and wake-ups may be lost. */
const usualPauseMs = 1_000;
/** Pause after a failed step, in milliseconds. Wake-ups do not shorten it. */
const failurePauseMs = 500;

export interface WorkLoopOptions {
  /** For the log: what the loop does, as a noun. */
  readonly name: string;
  /** Does a bounded amount of work. @returns whether there may be more to do right now */
  readonly step: () => Promise<boolean>;
  readonly log: Logger;
  /** How long to pause without a wake-up, in milliseconds; a second by default. */
  readonly pauseMs?: () => number;
}

/** Repeats a step: at once while there is more to do, otherwise at the next wake-up or poll. */
export class WorkLoop {
  readonly #stopping = new AbortController();
  #isFailing = false;
  #running: Promise<void> = Promise.resolve();
  #woken = false;
  #wake: () => void = () => undefined;

  constructor(private readonly options: WorkLoopOptions) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Bound, so that it can be a listener. */
  readonly wake = (): void => {
    this.#woken = true;
    this.#wake();
  };

  /** Ends after the step that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#woken = false;
      try {
        const hasMore = await this.options.step();
        this.#noteSuccess();
        if (!hasMore) await this.#pause();
        // The embedded database answers without a turn of the event loop: others would never get one.
        await setImmediate();
      } catch (error) {
        this.#noteFailure(error);
        await delay(failurePauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Once, however often it fails: an outage would fill the log. */
  #noteFailure(error: unknown): void {
    const { name, log } = this.options;
    if (!this.#isFailing) log.warn({ error }, `${name} failed; it is tried again until it succeeds`);
    this.#isFailing = true;
  }

  #noteSuccess(): void {
    if (this.#isFailing) this.options.log.info(`${this.options.name} works again`);
    this.#isFailing = false;
  }

  async #pause(): Promise<void> {
    if (this.#woken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const poll = setTimeout(resolve, this.options.pauseMs?.() ?? usualPauseMs);
    await promise;
    clearTimeout(poll);
  }
}
