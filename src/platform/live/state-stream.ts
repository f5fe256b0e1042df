import { setTimeout as delay } from 'node:timers/promises';
import { operationLimits, withinLimits } from '../budget/budget.ts';
import type { LogStream } from './log-stream.ts';

/** How far apart a stream tells how things are, in milliseconds, however fast they change. */
export const paceMs = 100;

const over = { done: true, value: undefined } as const;

/**
 * How something is now, and again after each change of it. Changes that follow each other fast are told together.
 * Ends with null, once it is gone.
 */
export async function followStates<State extends object>(
  changes: LogStream,
  read: () => Promise<State | null>,
): Promise<AsyncIterator<State | null, undefined>> {
  // Opened before the first read: no change falls between.
  const rows = await changes.open();
  let last: State | null | undefined;
  return {
    next: async () => {
      if (last === null) return over;
      if (last !== undefined) {
        await delay(paceMs);
        if ((await rows.next()).done === true) return over;
      }
      last = await withinLimits(operationLimits, read);
      return { done: false, value: last };
    },
    return: async () => {
      await rows.return?.();
      return over;
    },
  };
}
