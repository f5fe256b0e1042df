import { isJsonObject, type JsonObject } from '../../kit/core/index.ts';
import { currencyDigits } from '../template/currency-digits.ts';
import { lineOf } from './price-lines.ts';
import { inputByUnit, type PriceQuantities, quantitiesOf, readDecimal, decimalText } from './price-terms.ts';
import type { PriceWarning } from './pricing.ts';
import type { AddOnPrice, TierPrice, Unit } from './tier-price.ts';

/** What the amount of an add-on is for. */
export const AddOnUnit = { FLAT: 'flat', SQUARE: 'square', KW: 'kw' } as const;

const unitOf: ReadonlyMap<unknown, Unit | null> = new Map([
  [AddOnUnit.FLAT, null],
  [AddOnUnit.SQUARE, 'square'],
  [AddOnUnit.KW, 'kW'],
]);

/**
 * Prices the add-ons of a slide's `productData`, none of them selected. Those of the tiers with one key are one add-on.
 * One whose measurement is missing is left out, with a warning. Never throws: what cannot be read is ignored.
 */
export function priceAddOns(
  productData: unknown,
  measured: PriceQuantities,
  tiers: readonly TierPrice[],
): { addOns: AddOnPrice[]; warnings: PriceWarning[] } {
  const product = isJsonObject(productData) ? productData : {};
  const found = new Map<string, AddOnPrice>();
  const missing = new Map<string, PriceWarning>();
  for (const { tier, total, currency } of tiers) {
    if (total === null) continue;
    for (const item of objectsIn(product[tier], 'addOns')) {
      const [key, label, rate] = [decimalText(item.key), decimalText(item.label), readDecimal(item.amount)];
      const unit = unitOf.get(item.per ?? AddOnUnit.FLAT);
      if (key === null || label === null || unit === undefined || rate?.gt(0) !== true) continue;
      const quantity = unit === null ? null : quantitiesOf(measured)[unit];
      if (unit !== null && quantity === null) {
        const detail = `The add-on ${key} is not offered without ${inputByUnit[unit]}: give a value above 0.`;
        missing.set(key, { code: 'needs_input', detail });
        continue;
      }
      const line = lineOf({ label, rate, unit, quantity }, currencyDigits(currency));
      const description = decimalText(item.description);
      const one = found.get(key) ?? { key, description, ...line, tiers: [], isSelected: false };
      found.set(key, { ...one, tiers: [...one.tiers, tier] });
    }
  }
  return { addOns: [...found.values()], warnings: [...missing.values()] };
}

export function objectsIn(tier: unknown, name: string): JsonObject[] {
  const list = isJsonObject(tier) ? tier[name] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
