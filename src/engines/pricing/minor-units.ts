import { Big } from 'big.js';
import { currencyDigits } from '../template/currency-digits.ts';

/** A total as events have it. */
export interface Total {
  /** Decimal text with the digits of the currency: `40050.00` in USD, `40050` in JPY. */
  readonly total: string;
  /** The same in minor units of the currency, such as cents: 4005000 in USD, 40050 in JPY. */
  readonly totalMinor: number;
}

/** @param total decimal text in units of the currency */
export function totalIn(currency: string, total: string): Total {
  const digits = currencyDigits(currency);
  const exact = new Big(total).round(digits, Big.roundHalfUp);
  return { total: exact.toFixed(digits), totalMinor: exact.times(new Big(10).pow(digits)).toNumber() };
}
