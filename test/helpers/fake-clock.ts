import { afterEach, beforeEach, jest } from '@jest/globals';

/** Only dates are of another time: timers, promises and sockets go on as they are. */
export const realTimers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Each test of a file begins at this time. @param advances whether time passes by itself */
export function useClock(now: string, { advances = false } = {}): void {
  beforeEach(() => {
    const options = { now: new Date(now), doNotFake: [...realTimers] };
    jest.useFakeTimers(advances ? { ...options, advanceTimers: true } : options);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}
