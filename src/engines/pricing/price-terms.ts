import { Big } from 'big.js';
import { isJsonObject, type JsonObject } from '../../kit/core/index.ts';
import type { PriceWords } from './price-words.ts';
import type { Unit } from './tier-price.ts';

/** Measurements: roof area in squares of 100 square feet, solar size in kilowatts; numbers or decimal text. */
export interface PriceQuantities {
  readonly roofSquares?: number | string | null | undefined;
  readonly systemSizeKw?: number | string | null | undefined;
}

/** The name of the measurement for each unit, in REST. */
export const inputByUnit = { square: 'roof_squares', kW: 'system_size_kw' } as const;

/** One line of a price before percentages, rounding and tax. */
export interface Charge {
  readonly label: string;
  /** Price per unit, or a flat amount without a unit; negative for a discount. */
  readonly rate: Big;
  readonly unit: Unit | null;
  /** Null when it was not measured. */
  readonly quantity: Big | null;
}

/** A percentage of the sum of all charges; negative for a discount. */
export interface Share {
  readonly label: string;
  readonly percent: Big;
}

export interface TierTerms {
  readonly charges: readonly Charge[];
  readonly shares: readonly Share[];
  readonly minimum: Big | null;
  readonly tax: Share | null;
  readonly deposit: { readonly amount: Big } | { readonly percent: Big } | null;
  /** Fields whose value is no valid amount. */
  readonly invalid: readonly string[];
}

/** The measurements by unit; null for one that is missing. */
export function quantitiesOf({ roofSquares, systemSizeKw }: PriceQuantities): Readonly<Record<Unit, Big | null>> {
  return { square: readQuantity(roofSquares), kW: readQuantity(systemSizeKw) };
}

/** Reads the price formula of a tier. An amount of 0 counts as absent; unknown keys are ignored. */
export function readTerms(tier: JsonObject, measured: PriceQuantities, words: PriceWords): TierTerms {
  const invalid: string[] = [];
  const read = (field: string): Big | null => readAmount(tier[field], field, invalid);
  const quantities = quantitiesOf(measured);
  const charge = (label: string, rate: Big | null, unit: Unit | null = null): Charge[] =>
    rate === null || rate.eq(0) ? [] : [{ label, rate, unit, quantity: unit === null ? null : quantities[unit] }];

  const fixed = charge(words.fixed, read('price'));
  const base = charge(words.base, read('basePrice') ?? read('base'));
  const roof = charge(words.roof, read('pricePerSquare'), 'square');
  const solar = charge(words.solar, read('pricePerKw'), 'kW');
  const adders = readAdders(tier.adders, invalid);
  const amounts = adders.flatMap(({ label, amount, unit }) => charge(label ?? words.extra, amount, unit));
  const waste = wasteOn(roof, read('wastePercent'), words);
  const minimum = read('minPrice');
  // A fixed price includes all charges; only discounts and percentages change it.
  const charges = [...fixed, ...amounts.filter(({ rate }) => rate.lt(0))];
  return {
    charges: fixed.length > 0 ? charges : [...base, ...roof, ...waste, ...solar, ...amounts],
    shares: adders.flatMap(({ label, percent }) =>
      percent === null || percent.eq(0) ? [] : [shareOf(label ?? words.extra, percent, words)],
    ),
    minimum: minimum?.eq(0) === true ? null : minimum,
    tax: readTax(tier.tax, invalid, words),
    deposit: readDeposit(tier.deposit, invalid),
    invalid,
  };
}

function readTax(value: unknown, invalid: string[], words: PriceWords): Share | null {
  const tax = isJsonObject(value) ? value : {};
  const percent = readPercent(tax.percent, 'tax.percent', invalid);
  return percent === null ? null : shareOf(decimalText(tax.label) ?? words.tax, percent, words);
}

function readDeposit(value: unknown, invalid: string[]): TierTerms['deposit'] {
  const deposit = isJsonObject(value) ? value : {};
  const amount = readAmount(deposit.amount, 'deposit.amount', invalid);
  const percent = readPercent(deposit.percent, 'deposit.percent', invalid);
  if (amount !== null && percent !== null) invalid.push('deposit');
  if (amount?.gt(0) === true) return { amount };
  return percent === null ? null : { percent };
}

/** Reads a percentage up to 100; null for 0. */
function readPercent(value: unknown, field: string, invalid: string[]): Big | null {
  const percent = readAmount(value, field, invalid);
  if (percent?.gt(100) === true) invalid.push(field);
  return percent?.eq(0) === true ? null : percent;
}

function shareOf(label: string, percent: Big, words: PriceWords): Share {
  return { label: `${label} ${words.percent(percent.toFixed())}`, percent };
}

/** Waste of material: a percentage of the same squares at the same rate. */
function wasteOn(roof: readonly Charge[], percent: Big | null, words: PriceWords): Charge[] {
  if (percent === null || percent.eq(0)) return [];
  const label = `${words.waste} ${words.percent(percent.toFixed())}`;
  return roof.map((charge) => ({ ...charge, label, quantity: charge.quantity?.times(percent).times('0.01') ?? null }));
}

interface Adder {
  readonly label: string | null;
  readonly amount: Big | null;
  readonly unit: Unit | null;
  readonly percent: Big | null;
}

/** Reads adders. If a stored one has both an amount and a percentage, the amount counts. */
function readAdders(value: unknown, invalid: string[]): Adder[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) invalid.push('adders');
  const entries: unknown[] = Array.isArray(value) ? value : [];
  return entries.map((entry, index) => {
    const adder = isJsonObject(entry) ? entry : {};
    const label = decimalText(adder.label);
    if (isAbsent(adder.amount) && !isAbsent(adder.percent)) {
      const percent = readSigned(adder.percent);
      if (percent === null || percent.abs().gt(100)) invalid.push(`adders[${index}].percent`);
      return { label, amount: null, unit: null, percent };
    }
    const amount = readSigned(adder.amount);
    if (amount === null) invalid.push(`adders[${index}].amount`);
    const per = adder.per ?? 'flat';
    const unit = per === 'square' ? per : per === 'kw' ? 'kW' : null;
    if (unit === null && per !== 'flat') invalid.push(`adders[${index}].per`);
    return { label, amount, unit, percent: null };
  });
}

/** Reads an amount; null when absent or invalid. An invalid field is added to `invalid`. */
function readAmount(value: unknown, field: string, invalid: string[]): Big | null {
  if (isAbsent(value)) return null;
  const amount = readDecimal(value);
  if (amount === null) invalid.push(field);
  return amount;
}

/** Reads a measurement; 0 counts as not measured. */
function readQuantity(value: unknown): Big | null {
  const quantity = readDecimal(value);
  return quantity?.gt(0) === true ? quantity : null;
}

/** Reads numbers of 0 or more, and decimal text without sign, exponent or spaces. */
export function readDecimal(value: unknown): Big | null {
  const number = readSigned(value);
  return number?.lt(0) === true || (typeof value === 'string' && value.startsWith('-')) ? null : number;
}

/** Reads a number below 10^12, which keeps the arithmetic small. */
function readSigned(value: unknown): Big | null {
  if (typeof value === 'string') return /^-?\d{1,12}(?:\.\d{1,12})?$/.test(value) ? new Big(value) : null;
  return typeof value === 'number' && Math.abs(value) < 1e12 ? new Big(value) : null;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A trimmed text of a tier; null for any other type and for blank text. */
export function decimalText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
