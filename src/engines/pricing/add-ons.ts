import { Big } from 'big.js';
import { currencyDigits } from '../template/currency-digits.ts';
import { lineOf } from './price-lines.ts';
import { inputByUnit, type PriceQuantities, quantitiesOf, type Unit } from './price-terms.ts';
import type { PriceWarning } from './pricing.ts';
import type { AddOnPrice, PricingTier, TierPrice } from './tier-price.ts';

/** What the amount of an add-on is for. */
export const AddOnUnit = { FLAT: 'flat', SQUARE: 'square', KW: 'kw' } as const;
/** A value of `AddOnUnit`, as it is stored and sent. */
export type AddOnUnit = (typeof AddOnUnit)[keyof typeof AddOnUnit];

/** An add-on as its author offers it. */
export interface AddOnTerms {
  readonly key: string;
  readonly label: string;
  readonly description?: string | null;
  /** Above 0. */
  readonly amount: number;
  readonly per: AddOnUnit;
  /** Null or absent for all tiers. */
  readonly tiers?: readonly PricingTier[] | null;
}

const unitOf: Readonly<Record<AddOnUnit, Unit | null>> = { flat: null, square: 'square', kw: 'kW' };

/**
 * Prices the add-ons of an offer, none of them selected. One that no priced tier may have, or whose measurement is
 * missing, is left out; the latter with a warning.
 */
export function priceAddOns(
  addOns: readonly AddOnTerms[],
  measured: PriceQuantities,
  tiers: readonly TierPrice[],
): { addOns: AddOnPrice[]; warnings: PriceWarning[] } {
  const priced = tiers.filter(({ total }) => total !== null);
  const [first] = priced;
  if (first === undefined) return { addOns: [], warnings: [] };
  const quantities = quantitiesOf(measured);
  const digits = currencyDigits(first.currency);
  const found: AddOnPrice[] = [];
  const warnings: PriceWarning[] = [];
  for (const { key, label, description = null, amount, per, tiers: only } of addOns) {
    const unit = unitOf[per];
    const quantity = unit === null ? null : quantities[unit];
    const possible = priced.flatMap(({ tier }) => (only?.includes(tier) === false ? [] : [tier]));
    if (possible.length === 0) continue;
    if (unit !== null && quantity === null) {
      const detail = `The add-on ${key} is not offered without ${inputByUnit[unit]}: give a value above 0.`;
      warnings.push({ code: 'needs_input', detail });
      continue;
    }
    const line = lineOf({ label, rate: new Big(amount), unit, quantity }, digits);
    found.push({ key, description, ...line, tiers: possible, isSelected: false });
  }
  return { addOns: found, warnings };
}
