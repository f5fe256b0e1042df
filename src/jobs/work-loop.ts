import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How often to look without a wake-up, in milliseconds: retries fall due in silence, and wake-ups may be lost. */
const pollMs = 1_000;
/** Pause after a failed step, in milliseconds. Wake-ups do not shorten it. */
const failurePauseMs = 500;

export interface WorkLoopOptions {
  /** For the log: what the loop does, as a noun. */
  readonly name: string;
  /** Does a bounded amount of work. @returns whether there may be more to do right now */
  readonly step: () => Promise<boolean>;
  readonly log: Logger;
}

/** Repeats a step: at once while there is more to do, otherwise at the next wake-up or poll. */
export class WorkLoop {
  readonly #stopping = new AbortController();
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
        if (!(await this.options.step())) await this.#pause();
        // The embedded database answers without a turn of the event loop: others would never get one.
        await setImmediate();
      } catch (error) {
        this.options.log.warn({ error }, `${this.options.name} failed and will try again`);
        await delay(failurePauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #pause(): Promise<void> {
    if (this.#woken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const poll = setTimeout(resolve, pollMs);
    await promise;
    clearTimeout(poll);
  }
}
