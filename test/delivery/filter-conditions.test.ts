import { expect, test } from '@jest/globals';
import sift from 'sift';
import {
  Comparisons,
  conditionOf,
  maxComparisons,
  TooManyComparisons,
} from '../../src/delivery/filters/filter-conditions.ts';

/** Numbers that look random and are the same at each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Maker {
  constructor(private readonly random: () => number) {}

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  one<T>(among: readonly T[]): T {
    return among[this.below(among.length)] as T;
  }

  many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  scalar(): unknown {
    return this.one([null, true, false, 0, 1, 2, -0, 2.5, '', 'a', 'b', 'ab', '1']);
  }

  bound(): unknown {
    return this.one([0, 1, 2, 'a', 'ab', '']);
  }

  value(depth: number): unknown {
    const kind = depth === 0 ? 0 : this.below(4);
    if (kind <= 1) return this.scalar();
    if (kind === 2) return this.many(3, () => this.value(depth - 1));
    return Object.fromEntries(this.many(3, () => [this.one(['a', 'b', '0', 'length']), this.value(depth - 1)]));
  }

  path(): string {
    return ['data', ...this.many(3, () => this.one(['a', 'a', 'b', '0', '1', 'length', 'map']))].join('.');
  }

  comparison(): [string, unknown] {
    const name = this.one(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists']);
    if (name === '$in' || name === '$nin') return [name, [this.scalar(), ...this.many(3, () => this.scalar())]];
    if (name === '$exists') return [name, this.one([true, false])];
    return [name, name === '$eq' || name === '$ne' ? this.scalar() : this.bound()];
  }

  operators(depth: number): Record<string, unknown> {
    const made = [this.comparison(), ...this.many(2, () => this.comparison())];
    if (depth > 0 && this.below(3) === 0) made.push(['$not', this.operators(depth - 1)]);
    return Object.fromEntries(this.below(4) === 0 && depth > 0 ? [['$not', this.operators(depth - 1)]] : made);
  }

  filter(depth: number): Record<string, unknown> {
    const made = [this.condition(depth), ...this.many(2, () => this.condition(depth))];
    return Object.fromEntries(made);
  }

  condition(depth: number): [string, unknown] {
    if (depth > 0 && this.below(4) === 0) {
      const members = [this.filter(depth - 1), ...this.many(2, () => this.filter(depth - 1))];
      return [this.one(['$and', '$or', '$nor']), members];
    }
    return [this.path(), this.below(3) === 0 ? this.scalar() : this.operators(3)];
  }
}

const { $and, $eq, $exists, $gt, $gte, $lt, $lte, $ne, $nor, $not, $or } = sift;
type Options = Parameters<typeof $eq>[2];

/** As filters were evaluated before: $in and $nin of sift differ for items that are missing. */
const operations = {
  $and,
  $eq,
  $exists,
  $gt,
  $gte,
  $lt,
  $lte,
  $ne,
  $nor,
  $not,
  $or,
  $in: (values: readonly unknown[], owner: object, options: Options) => {
    const wanted = new Set(values);
    return $eq((value: unknown) => wanted.has(value ?? null), owner, options);
  },
  $nin: (values: readonly unknown[], owner: object, options: Options) => $not({ $in: values }, owner, options, '$not'),
};

const meets = (filter: object, payload: object): boolean =>
  conditionOf(filter as Record<string, unknown>)(payload, new Comparisons());

test('40,000 random pairs of a filter and an event are judged as sift judges them', () => {
  const maker = new Maker(randomFrom(7));
  const seen = { true: 0, false: 0 };
  for (let n = 0; n < 4_000; n += 1) {
    const filter = maker.filter(2);
    const old = sift.createQueryTester<object, unknown>(filter, { operations });
    const condition = conditionOf(filter);
    for (let m = 0; m < 10; m += 1) {
      const payload = { data: maker.value(4) };
      const expected = old(payload);
      const actual = condition(payload, new Comparisons());
      if (actual !== expected) expect({ filter, payload, actual }).toEqual({ filter, payload, actual: expected });
      seen[`${actual}`] += 1;
    }
  }
  expect(seen.true).toBeGreaterThan(4_000);
  expect(seen.false).toBeGreaterThan(4_000);
}, 60_000);

test('comparisons end at the limit, and not before', () => {
  const list = (length: number): object => ({ data: { l: Array<number>(length).fill(0) } });
  const filter = { 'data.l': 1 };
  // The list itself is one more value.
  expect(meets(filter, list(maxComparisons - 1))).toBe(false);
  expect(() => meets(filter, list(maxComparisons))).toThrow(TooManyComparisons);
  expect(meets({ 'data.l': 0 }, list(1_000_000))).toBe(true);
  // Each item once on the way, and once more as one of the list.
  const twice = { 'data.l': { $not: { $gt: 1 } } };
  expect(meets(twice, list(maxComparisons / 4 - 1))).toBe(true);
  expect(() => meets(twice, list(maxComparisons / 2))).toThrow(TooManyComparisons);
});

test.each<object>([{ 'data.a': { $regex: 'a' } }, { $where: '1' }, { 'data.a': { toString: 1 } }])(
  '%j, which no API takes, cannot be prepared',
  (filter) => {
    expect(() => conditionOf(filter as Record<string, unknown>)).toThrow('a filter has an unknown operator');
  },
);
