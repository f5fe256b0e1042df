import { Big } from 'big.js';
import { currencyDigits } from '../template/currency-digits.ts';
import { amountText, shareLine } from './price-lines.ts';
import type { AddOnPrice, PriceLine, TierPrice, TotalTerms } from './tier-price.ts';

/** A total with what belongs to it, and whether the configured deposit is more. */
interface Total extends Required<Pick<TierPrice, 'tax' | 'deposit' | 'lines'>> {
  readonly total: string;
  readonly isDepositTooMuch: boolean;
}

/** Adds the tax to the lines before it, and computes the deposit. @param digits decimal digits of amounts */
export function totalOf(before: readonly PriceLine[], { tax, deposit }: TotalTerms, digits: number): Total {
  const toDigits = (amount: Big): Big => amount.round(digits, Big.roundHalfUp);
  const net = before.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const taxed = tax === null ? null : toDigits(net.times(tax.percent).times('0.01'));
  const total = net.plus(taxed ?? 0);
  const asked =
    deposit === null
      ? null
      : toDigits('amount' in deposit ? new Big(deposit.amount) : total.times(deposit.percent).times('0.01'));
  const isDepositTooMuch = asked?.gt(total) === true;
  const due = isDepositTooMuch ? total : asked;
  return {
    total: amountText(total, digits),
    tax: taxed === null ? null : amountText(taxed, digits),
    deposit: due === null ? null : amountText(due, digits),
    lines:
      tax === null || taxed === null
        ? [...before]
        : [...before, shareLine({ label: tax.label, percent: new Big(tax.percent) }, net, taxed, digits)],
    isDepositTooMuch,
  };
}

/** The price of a tier with these add-ons and no others: behind the rounding, and before the tax. */
export function withAddOns(tier: TierPrice, addOns: readonly AddOnPrice[]): TierPrice {
  const { lines, terms } = tier;
  if (terms === undefined || tier.total === null) return tier;
  const beforeTax = terms.tax === null ? lines : lines.slice(0, -1);
  const added = addOns.filter(({ tiers }) => tiers.includes(tier.tier)).map(lineOfAddOn);
  const before = [...beforeTax.filter(({ addOn }) => typeof addOn !== 'string'), ...added];
  const { isDepositTooMuch: _isTooMuch, ...total } = totalOf(before, terms, currencyDigits(tier.currency));
  return { ...tier, ...total };
}

function lineOfAddOn({ key, label, quantity, unit, rate, amount }: AddOnPrice): PriceLine {
  return { label, quantity, unit, rate, addOn: key, amount };
}
