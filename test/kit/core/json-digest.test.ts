import { expect, test } from '@jest/globals';
import { isSameJson, jsonDigest } from '../../../src/kit/core/json-digest.ts';

const values: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  1.5,
  '',
  '0',
  [],
  [null],
  [1, 2],
  [2, 1],
  [[1], 2],
  {},
  { a: 1 },
  { a: 1, b: undefined },
  { b: 2, a: 1 },
  { a: 1, b: 2 },
  { a: { c: [1, { d: null }], b: '' } },
  { a: { b: '', c: [1, { d: null }] } },
  { a: { b: '', c: [1, {}] } },
  { 0: 1, 1: 2 },
  new Date(0),
  new Date(1),
  new Date(0).toISOString(),
  { at: new Date(0) },
  { at: '1970-01-01T00:00:00.000Z' },
];

test('two values are the same JSON where their digests are equal', () => {
  const differing = values.flatMap((one) =>
    values
      .filter((other) => isSameJson(one, other) !== (jsonDigest(one) === jsonDigest(other)))
      .map((other) => [one, other]),
  );
  expect(differing).toEqual([]);
});

test('an absent value is none of JSON', () => {
  expect([isSameJson(undefined, null), isSameJson(undefined, undefined)]).toEqual([false, true]);
});
