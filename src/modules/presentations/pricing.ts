import { Big } from 'big.js';
import { type PriceWords, priceWords } from './price-words.ts';

/** The tiers in the order in which they are shown; a better one is expected to cost no less. */
export const tierKeys = ['good', 'better', 'best'] as const;

/** Where a tier stands in `productData`. */
export type TierKey = (typeof tierKeys)[number];

/** What was measured: roof area in squares of 100 square feet, solar size in kilowatts; numbers or decimal text. */
export interface PriceQuantities {
  readonly roofSquares?: number | string | null | undefined;
  readonly systemSizeKw?: number | string | null | undefined;
}

/** One step of a price, in decimal text. Where there is a unit, `quantity` × `rate` is the amount, rounded to cents. */
export interface PricedLine {
  label: string;
  quantity: string | null;
  unit: Unit | null;
  rate: string | null;
  amount: string;
}

/** One tier for one homeowner. Only a `priced` tier has a total, and its lines add up to it exactly. */
export interface PricedTier {
  tier: TierKey;
  name: string;
  /** `needs_input`: a measurement named in `missing` would price it. `no_price`: the deck gives no usable price. */
  status: 'priced' | 'needs_input' | 'no_price';
  /** Price inputs in REST spelling. */
  missing: ('roof_squares' | 'system_size_kw')[];
  total: string | null;
  currency: string;
  lines: PricedLine[];
}

/** Something the deck's author may want to mend. */
export interface PriceWarning {
  code: 'invalid_price' | 'invalid_round_to' | 'tier_order';
  detail: string;
}

/** The prices of one slide, cheapest tier first, and what is wrong with them. */
export interface TierPricing {
  tiers: PricedTier[];
  priceWarnings: PriceWarning[];
}

type Unit = 'square' | 'kW';
type JsonObject = Readonly<Record<string, unknown>>;

interface Charge {
  readonly label: string;
  /** Money for each unit, or at once when there is no unit. */
  readonly rate: Big;
  readonly unit: Unit | null;
  /** Null when it is not known. */
  readonly quantity: Big | null;
}

interface TierTerms {
  readonly charges: readonly Charge[];
  readonly minimum: Big | null;
  /** Fields that hold no amount. */
  readonly invalid: readonly string[];
}

const inputByUnit = { square: 'roof_squares', kW: 'system_size_kw' } as const;

/**
 * Prices every tier that a slide's `productData` describes, in `currency` (ISO 4217). Never throws: `productData` is
 * what a client stored, so unknown keys are ignored, an amount of 0 counts as not given, and a tier with an amount
 * that cannot be read has no price and a warning instead of a wrong price.
 *
 * @param locale language of the names and labels that the author does not give
 */
export function priceTiers(
  productData: unknown,
  quantities: PriceQuantities,
  currency: string,
  locale = 'en',
): TierPricing {
  const words = priceWords(locale);
  const product = isObject(productData) ? productData : {};
  const priceWarnings: PriceWarning[] = [];
  const roundTo = readDecimal(product.roundTo ?? 0);
  const step = roundTo?.eq(roundTo.round(0)) ? roundTo : null;
  if (step === null) {
    priceWarnings.push({
      code: 'invalid_round_to',
      detail: 'roundTo is not a whole number of 0 or more, so prices are rounded to cents.',
    });
  }

  const rounding = { step, digits: amountDigits(currency) };
  const tiers: PricedTier[] = [];
  for (const tier of tierKeys) {
    const source = product[tier];
    if (!isObject(source)) continue;
    const terms = readTerms(source, quantities, words);
    if (terms.invalid.length > 0) {
      const fields = terms.invalid.slice(0, 5).join(', ');
      priceWarnings.push({
        code: 'invalid_price',
        detail: `The tier ${tier} has no price: no amount of 0 or more in ${fields}.`,
      });
    }
    tiers.push({ tier, name: textOf(source.name) ?? words.tiers[tier], currency, ...priceOf(terms, rounding, words) });
  }
  return { tiers, priceWarnings: [...priceWarnings, ...orderWarnings(tiers)] };
}

function priceOf(
  { charges, minimum, invalid }: TierTerms,
  rounding: Rounding,
  words: PriceWords,
): Pick<PricedTier, 'status' | 'missing' | 'total' | 'lines'> {
  const unpriced = { missing: [], total: null, lines: [] };
  if (invalid.length > 0 || charges.length === 0) return { ...unpriced, status: 'no_price' };
  const missing = charges.flatMap(({ unit, quantity }) =>
    unit !== null && quantity === null ? [inputByUnit[unit]] : [],
  );
  if (missing.length > 0) return { ...unpriced, status: 'needs_input', missing: [...new Set(missing)] };

  const { digits } = rounding;
  const lines = charges.map((charge) => lineOf(charge, digits));
  const sum = charges.reduce((total, charge) => total.plus(amountOf(charge)), new Big(0));
  const asked = minimum?.gt(sum) ? minimum : sum;
  if (asked.gt(sum)) lines.push(flatLine(words.minimum, asked.minus(sum), digits));
  const total = rounded(asked, rounding);
  const rest = lines.reduce((left, line) => left.minus(line.amount), total);
  if (!rest.eq(0)) lines.push(flatLine(words.rounding, rest, digits));
  return { status: 'priced', missing: [], total: total.toFixed(2), lines };
}

interface Rounding {
  /** Totals are multiples of it; null or 0 for none. */
  readonly step: Big | null;
  /** Of every amount, behind the point. */
  readonly digits: number;
}

/** Cents, or nothing smaller than what people pay with: a yen has no cents. */
function amountDigits(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.min(maximumFractionDigits, 2);
}

/** To the nearest multiple, half up; to cents without a step, or where the multiple would be nothing. */
function rounded(amount: Big, { step, digits }: Rounding): Big {
  const cents = amount.round(digits, Big.roundHalfUp);
  if (step === null || step.eq(0)) return cents;
  const rest = amount.mod(step);
  const below = amount.minus(rest);
  const nearest = rest.times(2).gte(step) ? below.plus(step) : below;
  return nearest.eq(0) ? cents : nearest;
}

function readTerms(tier: JsonObject, { roofSquares, systemSizeKw }: PriceQuantities, words: PriceWords): TierTerms {
  const invalid: string[] = [];
  const read = (field: string): Big | null => readAmount(tier[field], field, invalid);
  const quantities = { square: readDecimal(roofSquares), kW: readDecimal(systemSizeKw) };
  const charge = (label: string, rate: Big | null, unit: Unit | null = null): Charge[] =>
    rate === null || rate.eq(0) ? [] : [{ label, rate, unit, quantity: unit === null ? null : quantities[unit] }];

  const fixed = charge(words.fixed, read('price'));
  const base = charge(words.base, read('basePrice') ?? read('base'));
  const roof = charge(words.roof, read('pricePerSquare'), 'square');
  const solar = charge(words.solar, read('pricePerKw'), 'kW');
  const adders = readAdders(tier.adders, invalid).flatMap(({ label, amount, unit }) =>
    charge(label ?? words.extra, amount, unit),
  );
  const waste = wasteOn(roof, read('wastePercent'), words);
  const minimum = read('minPrice');
  return { charges: fixed.length > 0 ? fixed : [...base, ...roof, ...waste, ...solar, ...adders], minimum, invalid };
}

/** Material that is cut away: a share of the same squares at the same rate. */
function wasteOn(roof: readonly Charge[], percent: Big | null, words: PriceWords): Charge[] {
  if (percent === null || percent.eq(0)) return [];
  const label = words.waste(percent.toFixed());
  return roof.map((charge) => ({ ...charge, label, quantity: charge.quantity?.times(percent).times('0.01') ?? null }));
}

function readAdders(
  value: unknown,
  invalid: string[],
): { label: string | null; amount: Big | null; unit: Unit | null }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) invalid.push('adders');
  const entries: unknown[] = Array.isArray(value) ? value : [];
  return entries.map((entry, index) => {
    const adder = isObject(entry) ? entry : {};
    const amount = readAmount(adder.amount ?? '', `adders[${index}].amount`, invalid);
    const per = adder.per ?? 'flat';
    const unit = per === 'square' ? per : per === 'kw' ? 'kW' : null;
    if (unit === null && per !== 'flat') invalid.push(`adders[${index}].per`);
    return { label: textOf(adder.label), amount, unit };
  });
}

/** Null also for what cannot be read; then the field is noted as invalid. */
function readAmount(value: unknown, field: string, invalid: string[]): Big | null {
  if (value === undefined || value === null) return null;
  const amount = readDecimal(value);
  if (amount === null) invalid.push(field);
  return amount;
}

/** Numbers of 0 or more, and decimal text without sign, exponent or spaces; the bound keeps the arithmetic small. */
function readDecimal(value: unknown): Big | null {
  if (typeof value === 'string') return /^\d{1,12}(?:\.\d{1,12})?$/.test(value) ? new Big(value) : null;
  return typeof value === 'number' && value >= 0 && value < 1e12 ? new Big(Math.abs(value)) : null;
}

function amountOf({ rate, quantity }: Charge): Big {
  return quantity === null ? rate : rate.times(quantity);
}

function lineOf(charge: Charge, digits: number): PricedLine {
  const { label, unit, quantity, rate } = charge;
  const amount = amountText(amountOf(charge), digits);
  return unit === null
    ? { label, quantity: null, unit, rate: null, amount }
    : { label, quantity: quantity?.toFixed() ?? null, unit, rate: atLeastCents(rate), amount };
}

function flatLine(label: string, amount: Big, digits: number): PricedLine {
  return { label, quantity: null, unit: null, rate: null, amount: amountText(amount, digits) };
}

function amountText(amount: Big, digits: number): string {
  return amount.round(digits, Big.roundHalfUp).toFixed(2);
}

/** Two digits, or as many as the rate has: a rate cut short would not explain its amount. */
function atLeastCents(rate: Big): string {
  return rate.eq(rate.round(2)) ? rate.toFixed(2) : rate.toFixed();
}

function orderWarnings(tiers: readonly PricedTier[]): PriceWarning[] {
  const priced = tiers.flatMap(({ tier, total }) => (total === null ? [] : [{ tier, total }]));
  return priced.slice(1).flatMap(({ tier, total }, index) => {
    const lower = priced[index];
    if (lower === undefined || new Big(lower.total).lte(total)) return [];
    return [
      { code: 'tier_order', detail: `The tier ${lower.tier} at ${lower.total} costs more than ${tier} at ${total}.` },
    ];
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
