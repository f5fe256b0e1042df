import { expect, test } from '@jest/globals';
import { files, sourceOf } from '../../../scripts/structure.js';

/** Lists that are always the same. */
const constant = new Set(['delivery/events/event-log.ts']);

test('no statement has a list of parameters, whose length would make it another statement that is not prepared', () => {
  const found = files.filter((file) => /\bin \(\$\{sql\.join\(/.test(sourceOf(file)) && !constant.has(file));
  expect(found).toEqual([]);
});
