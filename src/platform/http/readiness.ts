import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../kernel/errors.ts';

/** Longest time for all checks together, in milliseconds: who asks gives up soon. */
const checksMs = 2_500;

/** The parts that requests depend on. */
export interface Parts {
  /** What is known to keep requests from being answered, as a sentence; null if nothing is. */
  problem(): string | null;
  /** Each throws or gives false when its part does not answer. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
}

/** What keeps committed events from readers, for people: requests are answered all the same. */
export interface HeldBackLog {
  readonly heldBackSeconds: number;
  readonly by: string;
}

/** The body of `/readyz` while requests are answered. */
export interface Ready {
  readonly status: 'ready';
  readonly log?: HeldBackLog;
}

/** Whether this process takes requests: not before it has started, nor from the moment that it is asked to stop. */
export class Readiness {
  #state: 'starting' | 'serving' | 'stopping' = 'starting';
  #parts: Parts = { problem: () => null, checks: {} };
  #heldBack: () => HeldBackLog | null = () => null;

  /** The process has started and depends on these parts. */
  enter(parts: Parts): void {
    this.#state = 'serving';
    this.#parts = parts;
  }

  /** The process will stop. */
  leave(): void {
    this.#state = 'stopping';
  }

  /** Adds what keeps events from readers to the answers. */
  explain(heldBack: () => HeldBackLog | null): void {
    this.#heldBack = heldBack;
  }

  /** 0 while readers see what is committed. */
  get heldBackSeconds(): number {
    return this.#heldBack()?.heldBackSeconds ?? 0;
  }

  /** @throws AppError with UNAVAILABLE, saying why requests should go elsewhere */
  async prove(): Promise<Ready> {
    if (this.#state === 'starting') throw new AppError('UNAVAILABLE', 'The process is starting.');
    if (this.#state === 'stopping') throw new AppError('UNAVAILABLE', 'The process is shutting down.');
    const { problem, checks } = this.#parts;
    const found = problem() ?? (await firstFailure(checks)) ?? problem();
    if (found !== null) throw new AppError('UNAVAILABLE', found);
    const log = this.#heldBack();
    return { status: 'ready', ...(log === null ? {} : { log }) };
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
