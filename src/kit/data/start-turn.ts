import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartupError } from '../core/index.ts';

/** Pause between attempts, and between the log's lines about them, in milliseconds. */
const retryMs = 250;
const logEveryMs = 5_000;

/** What a process waits for when several start together. */
export interface StartTurn {
  /** Takes the turn if no other process has it. */
  readonly tryTake: () => Promise<boolean>;
  /** The work of one process at a time, as a verb for the log: `migrates the database`. */
  readonly what: string;
  readonly log: Logger;
  /** Ends the wait. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Waits until no other process that starts does the same. It retries, because a statement that waits for a lock would run
 * into its time limit. @throws StartupError
 */
export async function takeTurn({ tryTake, what, log, stopping }: StartTurn): Promise<void> {
  const began = performance.now();
  let loggedAtMs = -Infinity;
  for (;;) {
    const isTaken = await tryTake();
    const waitedMs = performance.now() - began;
    const waitedSeconds = Math.round(waitedMs / 1_000);
    if (isTaken) {
      if (loggedAtMs >= 0) log.info({ waitedSeconds }, 'the other process is done; the start goes on');
      return;
    }
    if (waitedMs - loggedAtMs >= logEveryMs) {
      loggedAtMs = waitedMs;
      log.info({ waitedSeconds }, `another process ${what}; the start waits for it`);
    }
    await delay(retryMs, undefined, { signal: stopping }).catch(() => {
      throw new StartupError(`The start was stopped while another process ${what}.`);
    });
  }
}
