import type { Logger } from 'pino';

interface Hook {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Closes what a start opened, in reverse order. A hook that fails is logged, and the others still run. */
export class ShutdownHooks {
  readonly #drains: Hook[] = [];
  readonly #closes: Hook[] = [];

  constructor(private readonly log: Logger) {}

  /** Adds work to finish before anything is closed. All drains run at the same time: their time limits do not add up. */
  drainFirst(name: string, run: () => Promise<unknown>): void {
    this.#drains.push({ name, run });
  }

  /** Adds a resource to close after all work has finished, the last one opened first. */
  push(name: string, run: () => Promise<unknown>): void {
    this.#closes.push({ name, run });
  }

  /** Runs all hooks, each once. Also called when a start fails half-way. */
  async close(): Promise<void> {
    await Promise.all(this.#drains.splice(0).map((hook) => this.#run(hook)));
    for (let hook = this.#closes.pop(); hook !== undefined; hook = this.#closes.pop()) await this.#run(hook);
  }

  async #run({ name, run }: Hook): Promise<void> {
    try {
      await run();
      this.log.debug(`${name} closed`);
    } catch (error) {
      this.log.error({ error }, `${name} did not close`);
    }
  }
}
