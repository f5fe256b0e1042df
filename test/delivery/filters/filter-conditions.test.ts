import { describe, expect, test } from '@jest/globals';
import sift from 'sift';
import {
  Comparisons,
  conditionOf,
  maxComparisons,
  TooManyComparisons,
} from '../../../src/delivery/filters/filter-conditions.ts';
import { seeded } from '../../helpers/seeded.ts';

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
    // No digits in texts: sift knows no decimal text.
    return this.one([null, true, false, 0, 1, 2, -0, 2.5, '', 'a', 'b', 'ab', '-']);
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
  const maker = new Maker(seeded(7));
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

/** Compares with numbers, and never looks into a text: what a number and its text share. */
class NumberMaker extends Maker {
  override bound(): unknown {
    return this.one([-1, 0, 0.5, 1, 2, 2.5]);
  }

  override path(): string {
    return ['data', ...this.many(3, () => this.one(['a', 'b']))].join('.');
  }
}

/** The same value with its numbers as decimal text, in one of the spellings of each. */
function asText(value: unknown, maker: Maker): unknown {
  if (typeof value === 'number') return maker.one([`${value}`, value.toFixed(2), value.toFixed(20)]);
  if (Array.isArray(value)) return value.map((item) => asText(item, maker));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asText(item, maker)]));
}

test('40,000 random pairs are judged the same where the event has decimal text in place of its numbers', () => {
  const maker = new NumberMaker(seeded(11));
  const seen = { true: 0, false: 0 };
  for (let n = 0; n < 4_000; n += 1) {
    const filter = maker.filter(2);
    const condition = conditionOf(filter);
    for (let m = 0; m < 10; m += 1) {
      const numbers = { data: maker.value(4) };
      const texts = asText(numbers, maker) as object;
      const expected = condition(numbers, new Comparisons());
      const actual = condition(texts, new Comparisons());
      if (actual !== expected) expect({ filter, texts, actual }).toEqual({ filter, texts, actual: expected });
      seen[`${actual}`] += 1;
    }
  }
  expect(seen.true).toBeGreaterThan(4_000);
  expect(seen.false).toBeGreaterThan(4_000);
}, 60_000);

test('10,000 random pairs of decimal texts have the order of their values, of up to 34 digits', () => {
  const maker = new Maker(seeded(13));
  const places = 17;
  /** A number in units of 10^-17, and its text. */
  const made = (): [units: bigint, text: string] => {
    const digits = Array.from({ length: 1 + maker.below(2 * places) }, () => maker.below(10)).join('');
    const units = BigInt(digits) * (maker.below(3) === 0 ? -1n : 1n);
    const padded = `${units < 0n ? -units : units}`.padStart(places + 1, '0');
    const fraction = padded.slice(-places).replace(/0+$/, '');
    const zeros = '0'.repeat(maker.below(3));
    const text = `${padded.slice(0, -places)}${fraction + zeros === '' ? '' : `.${fraction}${zeros}`}`;
    return [units, units < 0n ? `-${text}` : text];
  };
  for (let n = 0; n < 10_000; n += 1) {
    const [value, text] = made();
    const [other, bound] = maker.below(4) === 0 ? [value, `${text.includes('.') ? text : `${text}.`}0`] : made();
    const judged = ['$gt', '$gte', '$lt', '$lte'].map((name) => meets({ data: { [name]: bound } }, { data: text }));
    const expected = [value > other, value >= other, value < other, value <= other];
    expect({ text, bound, judged }).toEqual({ text, bound, judged: expected });
  }
});

describe('decimal text', () => {
  test.each<[condition: unknown, value: unknown, isMet: boolean]>([
    [{ $gte: 40_000 }, '40050.00', true],
    [{ $gte: '40000.00' }, '40050.00', true],
    [{ $gte: '5000' }, '40050', true],
    [{ $lt: 40_050.01 }, '40050.00', true],
    [{ $gt: 40_050 }, '40050.00', false],
    [{ $gt: 0.1 }, '0.1000000000000000055511151231257827', true],
    [{ $lte: 0.1 }, '0.1', true],
    [{ $gt: '9007199254740992' }, '9007199254740993', true],
    [{ $lt: 0 }, '-0.01', true],
    [40_050, '40050.00', true],
    [{ $ne: 40_050 }, '40050.00', false],
    [{ $in: [1, 40_050] }, '40050.00', true],
    [{ $nin: [1, 40_050] }, '40050.00', false],
    [{ $in: [0.3] }, '0.30', true],
    [{ $in: [0.1 + 0.2] }, '0.30', false],
    // A text is the same text alone: versions and numbers of documents are no amounts.
    ['1.10', '1.1', false],
    [{ $in: ['40050'] }, '40050.00', false],
    // A number is compared with numbers.
    [{ $gte: '40000.00' }, 40_050, false],
    ['40050', 40_050, false],
    // No decimal text: compared as text, and not with numbers.
    [{ $gte: 1 }, '02134', false],
    [{ $gte: 1 }, '+2', false],
    [{ $gte: 1 }, '2e3', false],
    [{ $gte: 1 }, ' 2', false],
    [{ $gte: 1 }, '2.', false],
    [{ $gte: 1 }, '.5', false],
    [{ $gte: 1 }, '2,000', false],
    [{ $gte: 1 }, '2026-01-31', false],
    [{ $gte: 1 }, '', false],
    [{ $gte: 1 }, `1${'0'.repeat(39)}`, true],
    [{ $gte: 1 }, `1${'0'.repeat(40)}`, false],
    [{ $lt: '1e3' }, '02', true],
    [{ $lt: '9' }, '10:00', true],
    [{ $gt: '2026-01-31' }, '2026-02', true],
  ])('%j judges %j as %j', (condition, value, isMet) => {
    expect(meets({ data: condition }, { data: value })).toBe(isMet);
  });
});

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
