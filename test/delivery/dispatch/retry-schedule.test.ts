import { expect, test } from '@jest/globals';
import { nextDelayMs, probeDelayMs } from '../../../src/delivery/dispatch/retry-schedule.ts';

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

test.each([
  [0, 5_000],
  [2, 1_800_000],
  [3, 1_800_000],
  [1_000, 1_800_000],
])('after %d probes the next one follows its schedule, whose last delay repeats', (probes, ms) => {
  expect([0, 0.5, 1].map((random) => probeDelayMs(probes, delays, random))).toEqual([ms * 0.8, ms, ms * 1.2]);
});

test('a delay of zero stays zero', () => {
  expect(nextDelayMs(1, [0], 1)).toBe(0);
});
