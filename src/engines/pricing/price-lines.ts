import { Big } from 'big.js';
import type { Charge, Share } from './price-terms.ts';
import type { PriceLine } from './tier-price.ts';

/** What a charge comes to, before rounding. */
export function amountOf({ rate, quantity }: Charge): Big {
  return quantity === null ? rate : rate.times(quantity);
}

/** The line of a charge. @param digits decimal digits of amounts */
export function lineOf(charge: Charge, digits: number): PriceLine {
  const { label, unit, quantity, rate } = charge;
  const amount = amountText(amountOf(charge), digits);
  return unit === null
    ? { label, quantity: null, unit, rate: null, amount }
    : { label, quantity: quantity?.toFixed() ?? null, unit, rate: amountText(rate, rateDigits(rate)), amount };
}

/** The line of a percentage. @param of what it is a percentage of */
export function shareLine({ label, percent }: Share, of: Big, amount: Big, digits: number): PriceLine {
  return { ...flatLine(label, amount, digits), percent: percent.toFixed(), percentOf: amountText(of, digits) };
}

export function flatLine(label: string, amount: Big, digits: number): PriceLine {
  return { label, quantity: null, unit: null, rate: null, amount: amountText(amount, digits) };
}

/** Decimal text with two digits, or more where the currency has more. */
export function amountText(amount: Big, digits: number): string {
  return amount.round(digits, Big.roundHalfUp).toFixed(Math.max(2, digits));
}

/** All digits of the rate: a rounded rate would not explain its amount. */
function rateDigits(rate: Big): number {
  return rate.toFixed().split('.')[1]?.length ?? 0;
}
