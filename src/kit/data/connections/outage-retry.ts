import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartupError } from '../../core/index.ts';

/** Pause between attempts, and between the log's lines about them, in milliseconds. */
const retryMs = 500;
const logEveryMs = 3_000;

/** Which database a start needs, and how long it may be away. */
export interface OutageRetryOptions {
  /** The database without its credentials, for the log. */
  readonly where: string;
  /** How long a start waits for an answer, in seconds, counted from the first attempt that gets none. */
  readonly waitSeconds: number;
  readonly log: Logger;
  /** Ends the wait. */
  readonly stopping: AbortSignal;
}

/** Runs the steps of a start, each again and again while the database is away. */
export class OutageRetry {
  constructor(private readonly options: OutageRetryOptions) {}

  /**
   * Runs one step of a start until it succeeds.
   *
   * @param purpose completes the log's sentence "the start waits for it to …": `migrate the tables`
   * @param step leaves nothing half-done when it fails
   * @param mayPass whether an error can be gone when the step runs again
   * @throws StartupError when the time is up or a stop is requested, and every error that cannot pass
   */
  async until<Result>(
    purpose: string,
    step: () => Promise<Result>,
    mayPass: (error: unknown) => boolean,
  ): Promise<Result> {
    const { where, waitSeconds, log, stopping } = this.options;
    let failedAtMs: number | null = null;
    let loggedAtMs = -Infinity;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (stopping.aborted) throw new StartupError('The start was stopped while it waited for the database.');
        if (!mayPass(error)) throw error;
        failedAtMs ??= performance.now();
        const waitedMs = performance.now() - failedAtMs;
        if (waitedMs >= waitSeconds * 1_000) {
          throw new StartupError(
            `The database at ${where} (DATABASE_URL) does not answer: ${reasonOf(error).replace(/\.$/, '')}. The start waited ${waitSeconds} s (DATABASE_WAIT_SECONDS) to ${purpose}: start the database there, or correct DATABASE_URL.`,
            { cause: error },
          );
        }
        if (waitedMs - loggedAtMs >= logEveryMs) {
          loggedAtMs = waitedMs;
          const waitedSeconds = Math.round(waitedMs / 1_000);
          log.warn(
            { where, reason: reasonOf(error), waitedSeconds },
            `the database does not answer; the start waits for it to ${purpose}`,
          );
        }
      }
      await delay(retryMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** The reason as people read it; of several addresses all. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
