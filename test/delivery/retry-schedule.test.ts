import { expect, test } from '@jest/globals';
import { nextDelayMs } from '../../src/delivery/retry-schedule.ts';

const delays = [5, 300, 1_800];

test.each([
  [1, 5_000],
  [2, 300_000],
  [3, 1_800_000],
])('after attempt %d the delay is the one of the schedule, give or take a fifth', (attempts, ms) => {
  expect(nextDelayMs(attempts, delays, 0)).toBe(ms * 0.8);
  expect(nextDelayMs(attempts, delays, 0.5)).toBe(ms);
  expect(nextDelayMs(attempts, delays, 1)).toBe(ms * 1.2);
  for (let step = 0; step < 100; step += 1) {
    const delay = nextDelayMs(attempts, delays, Math.random()) ?? 0;
    expect(Math.abs(delay - ms)).toBeLessThanOrEqual(ms * 0.2);
  }
});

test('when the schedule is used up no attempt is left', () => {
  expect(nextDelayMs(4, delays, 0.5)).toBeNull();
  expect(nextDelayMs(1, [], 0.5)).toBeNull();
});

test('a delay of zero stays zero', () => {
  expect(nextDelayMs(1, [0], 1)).toBe(0);
});
