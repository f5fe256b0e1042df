import { Big } from 'big.js';
import { isDecimalText } from '../../kit/input/index.ts';

/** What a filter compares a value with. */
export type Bound = string | number;

/** Longest text that counts as decimal text, in characters: to read long ones takes long. */
const longestDecimal = 40;

/**
 * Compares values with a bound: a negative number where the value is less, 0 where it is the same, null where the two
 * cannot be compared. Decimal text is compared by its value, with numbers too. All other texts are compared by their
 * characters.
 */
export function orderTo(bound: Bound): (value: unknown) => number | null {
  const decimal = typeof bound === 'number' || isDecimal(bound) ? new ExactNumber(bound) : null;
  return (value) => {
    if (decimal !== null && isDecimal(value)) return decimal.orderOf(value);
    if (typeof value !== typeof bound) return null;
    return value === bound ? 0 : (value as Bound) < bound ? -1 : 1;
  };
}

/** Whether values are one of the wanted. A number is also decimal text of its value; a text is the same text alone. */
export function isOneOf(wanted: readonly unknown[]): (value: unknown) => boolean {
  const same = new Set(wanted);
  const isSame = (value: unknown): boolean => same.has(value ?? null);
  const numbers = new Map(
    wanted.filter((item) => typeof item === 'number').map((item) => [item, new ExactNumber(item)]),
  );
  if (numbers.size === 0) return isSame;
  return (value) => isSame(value) || (isDecimal(value) && numbers.get(Number(value))?.orderOf(value) === 0);
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestDecimal && isDecimalText(value);
}

/** A decimal number, with which decimal texts are compared exactly. */
class ExactNumber {
  readonly #rounded: number;
  readonly #exact: Big;

  constructor(value: Bound) {
    this.#rounded = Number(value);
    this.#exact = new Big(value);
  }

  /** Rounding keeps the order: where the floats differ, the exact numbers differ in the same direction. */
  orderOf(text: string): number {
    const rounded = Number(text);
    return rounded === this.#rounded ? new Big(text).cmp(this.#exact) : rounded - this.#rounded;
  }
}
