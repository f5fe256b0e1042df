import type { Logger } from 'pino';

interface Step {
  readonly name: string;
  readonly end: () => Promise<unknown>;
}

/** What was opened, closed in reverse order; one part that fails to close does not keep the others open. */
export class ClosingStack {
  readonly #work: Step[] = [];
  readonly #opened: Step[] = [];

  constructor(private readonly log: Logger) {}

  /** Work that ends before anything is closed. All work ends at the same time, so that its time limits do not add up. */
  drainFirst(name: string, end: () => Promise<unknown>): void {
    this.#work.push({ name, end });
  }

  push(name: string, end: () => Promise<unknown>): void {
    this.#opened.push({ name, end });
  }

  async close(): Promise<void> {
    await Promise.all(this.#work.splice(0).map((step) => this.#end(step)));
    for (let step = this.#opened.pop(); step !== undefined; step = this.#opened.pop()) await this.#end(step);
  }

  async #end({ name, end }: Step): Promise<void> {
    try {
      await end();
      this.log.debug(`${name} closed`);
    } catch (error) {
      this.log.error({ error }, `${name} did not close`);
    }
  }
}
