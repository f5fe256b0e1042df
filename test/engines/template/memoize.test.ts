import { describe, expect, test } from '@jest/globals';
import { memoize } from '../../../src/engines/template/memoize.ts';

describe('a memoized function', () => {
  test('makes a value once for equal inputs', () => {
    const made: string[] = [];
    const greet = memoize(({ name }: { readonly name: string }) => {
      made.push(name);
      return { text: `Hello ${name}` };
    });
    expect(greet({ name: 'Dana' })).toBe(greet({ name: 'Dana' }));
    expect(greet({ name: 'Kim' }).text).toBe('Hello Kim');
    expect(made).toEqual(['Dana', 'Kim']);
  });

  test('begins anew when it has as many values as it keeps', () => {
    const made: string[] = [];
    const note = memoize((input: string) => made.push(input), 2);
    for (const input of ['a', 'b', 'a', 'c', 'a']) note(input);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  test('keeps nothing of an input that is refused', () => {
    let calls = 0;
    const formatOf = memoize((locale: string) => {
      calls += 1;
      return new Intl.NumberFormat(locale);
    });
    expect(() => formatOf('no locale')).toThrow('Incorrect locale information provided');
    expect(() => formatOf('no locale')).toThrow('Incorrect locale information provided');
    expect(calls).toBe(2);
  });
});
