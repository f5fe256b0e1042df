import { expect, test } from '@jest/globals';
import { LookPace } from '../../../src/delivery/dispatch/look-pace.ts';

test('a single slow look, such as the first one of a process, does not delay deliveries', () => {
  const pace = new LookPace();
  expect([80, 2, 300, 4, 90].map((lookMs) => pace.pauseAfter(lookMs))).toEqual([0, 0, 0, 0, 0]);
});

test('looks that are slow one after the other take a fifth of the time', () => {
  const pace = new LookPace();
  expect([20, 20, 30, 10].map((lookMs) => pace.pauseAfter(lookMs))).toEqual([0, 80, 80, 40]);
});

test('a pause is half a second at most', () => {
  const pace = new LookPace();
  expect([400, 900, 900].map((lookMs) => pace.pauseAfter(lookMs))).toEqual([0, 500, 500]);
});
