import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from './errors.ts';

/** Longest time for all checks together, in milliseconds: probes give up soon. */
const checksMs = 2_500;

export interface Parts {
  /** A known reason why requests fail, as a sentence; null if there is none. */
  problem(): string | null;
  /** Each throws or gives false when its part does not answer. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
}

/** The body of `/readyz` while requests are answered. */
export interface Ready {
  readonly status: 'ready';
}

/** Why requests should go elsewhere, as a sentence: the answer to a probe, and no failure of its request. */
export class NotReadyError extends AppError {
  constructor(detail: string) {
    super('not_ready', detail);
  }
}

/** Whether this process takes requests: from its start until a stop is requested. */
export class Readiness {
  #state: 'starting' | 'serving' | 'stopping' = 'starting';
  #parts: Parts = { problem: () => null, checks: {} };

  /** The process has started and depends on these parts. */
  enter(parts: Parts): void {
    this.#state = 'serving';
    this.#parts = parts;
  }

  /** The process will stop. */
  leave(): void {
    this.#state = 'stopping';
  }

  /** @throws NotReadyError */
  async prove(): Promise<Ready> {
    if (this.#state === 'starting') throw new NotReadyError('The process is starting.');
    if (this.#state === 'stopping') throw new NotReadyError('The process is shutting down.');
    const { problem, checks } = this.#parts;
    const found = problem() ?? (await firstFailure(checks)) ?? problem();
    if (found !== null) throw new NotReadyError(found);
    return { status: 'ready' };
  }
}

/** Runs all checks at the same time. @returns what the first failed one means, as a sentence */
async function firstFailure(checks: Parts['checks']): Promise<string | null> {
  const ended = new AbortController();
  const tooLate = delay(checksMs, false, { signal: ended.signal }).catch(() => false);
  const failures = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      const isReady = await Promise.race([check().catch(() => false), tooLate]);
      return isReady ? null : `The ${part} does not answer.`;
    }),
  );
  ended.abort();
  return failures.find((failure) => failure !== null) ?? null;
}
