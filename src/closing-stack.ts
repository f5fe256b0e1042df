import type { Logger } from 'pino';

/** What was opened, closed in reverse order; one part that fails to close does not keep the others open. */
export class ClosingStack {
  readonly #steps: { name: string; close: () => Promise<unknown> }[] = [];

  constructor(private readonly log: Logger) {}

  push(name: string, close: () => Promise<unknown>): void {
    this.#steps.push({ name, close });
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close();
        this.log.debug(`${step.name} closed`);
      } catch (error) {
        this.log.error({ error }, `${step.name} did not close`);
      }
    }
  }
}
