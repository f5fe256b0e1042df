import { expect, test } from '@jest/globals';
import { testsOf } from '../../bench/tests-of.js';

test.each([
  ['imported by a test', 'src/kit/core/nearest-name.ts', 'test/engines/narration/placeholder-values.test.ts'],
  ['named as a test', 'src/engines/pricing/financing.ts', 'test/presentations/financing.test.ts'],
  [
    'used by sources alone that a test is named as',
    'src/delivery/filters/try-filter.ts',
    'test/delivery/filters/filter.test.ts',
  ],
])('mutation finds tests for a source that is %s', (_how, source, expected) => {
  expect(testsOf([source])).toContain(expected);
});

test('mutation runs no tests for a source that nothing reaches', () => {
  expect(testsOf(['src/nothing.ts'])).toEqual([]);
});
