import { AppError } from '../errors.ts';

/** A part that requests depend on: throws or gives false when it does not answer. */
type Check = () => Promise<boolean>;

/** Whether this process takes requests: not before it has started, nor from the moment that it is asked to stop. */
export class Readiness {
  #state: 'starting' | 'serving' | 'stopping' = 'starting';
  #checks: Readonly<Record<string, Check>> = {};

  /** The process has started and depends on these parts. */
  enter(checks: Readonly<Record<string, Check>>): void {
    this.#state = 'serving';
    this.#checks = checks;
  }

  /** The process will stop. */
  leave(): void {
    this.#state = 'stopping';
  }

  /** @throws AppError with UNAVAILABLE, saying why requests should go elsewhere */
  async prove(): Promise<void> {
    if (this.#state === 'starting') throw new AppError('UNAVAILABLE', 'The process is starting.');
    if (this.#state === 'stopping') throw new AppError('UNAVAILABLE', 'The process is shutting down.');
    for (const [part, isReady] of Object.entries(this.#checks)) {
      if (!(await isReady().catch(() => false))) throw new AppError('UNAVAILABLE', `The ${part} does not answer.`);
    }
  }
}
