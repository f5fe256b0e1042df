import { Big } from 'big.js';
import { isJsonObject } from '../../kit/core/index.ts';
import { currencyDigits } from '../template/currency-digits.ts';
import { amountOf, flatLine, lineOf, shareLine } from './price-lines.ts';
import {
  type Charge,
  inputByUnit,
  type PriceQuantities,
  readDecimal,
  readTerms,
  decimalText,
  type TierTerms,
} from './price-terms.ts';
import { type PriceWords, priceWords } from './price-words.ts';
import { type PriceLine, PricingTier, type TierPrice, type TotalTerms } from './tier-price.ts';
import { totalOf } from './totals.ts';

/** A defect of the prices of a deck, for its author. */
export interface PriceWarning {
  code: 'invalid_price' | 'invalid_round_to' | 'tier_order' | 'needs_input' | 'nothing_to_pay' | 'deposit_above_total';
  detail: string;
}

/** The prices of one slide, from good to best, with warnings. */
export interface TierPricing {
  tiers: TierPrice[];
  priceWarnings: PriceWarning[];
}

/** Rounding and words of one offer. */
interface Method {
  /** Prices before tax are rounded to multiples of it; null or 0 for cents. */
  readonly step: Big | null;
  /** Decimal digits of every amount. */
  readonly digits: number;
  readonly words: PriceWords;
}

type Price = Pick<TierPrice, 'status' | 'missing' | 'total' | 'tax' | 'deposit' | 'lines' | 'terms'>;

const unpriced = { missing: [], total: null, tax: null, deposit: null, lines: [] };

/**
 * Prices the tiers of a slide's `productData` in `currency` (ISO 4217): charges, percentages of their sum, minimum
 * price, rounding, sales tax. Never throws, because `productData` is stored client input: unknown keys are ignored, an
 * amount of 0 counts as absent, and a tier with an invalid amount or nothing to pay has no price and a warning.
 *
 * @param locale language of default names and labels
 */
export function priceTiers(
  productData: unknown,
  quantities: PriceQuantities,
  currency: string,
  locale = 'en',
): TierPricing {
  const words = priceWords(locale);
  const product = isJsonObject(productData) ? productData : {};
  const priceWarnings: PriceWarning[] = [];
  const roundTo = readDecimal(product.roundTo ?? 0);
  const step = roundTo?.eq(roundTo.round(0)) ? roundTo : null;
  if (step === null) {
    priceWarnings.push({
      code: 'invalid_round_to',
      detail: 'roundTo is not a whole number of 0 or more, so prices are rounded to cents.',
    });
  }

  const method: Method = { step, digits: currencyDigits(currency), words };
  const tiers: TierPrice[] = [];
  for (const tier of Object.values(PricingTier)) {
    const source = product[tier];
    if (!isJsonObject(source)) continue;
    const { price, warning } = priceOf(readTerms(source, quantities, words), method);
    if (warning !== null) priceWarnings.push({ code: warning.code, detail: `The tier ${tier} ${warning.detail}` });
    tiers.push({ tier, name: decimalText(source.name) ?? words.tiers[tier], currency, ...price });
  }
  return { tiers, priceWarnings: [...priceWarnings, ...orderWarnings(tiers)] };
}

/** Prices one tier. @returns with a warning whose `detail` completes a sentence about the tier */
function priceOf(terms: TierTerms, method: Method): { price: Price; warning: PriceWarning | null } {
  if (terms.invalid.length > 0) {
    const detail = `has no price: no valid amount in ${terms.invalid.slice(0, 5).join(', ')}.`;
    return { price: { ...unpriced, status: 'no_price' }, warning: { code: 'invalid_price', detail } };
  }
  if (!terms.charges.some(({ rate }) => rate.gt(0))) {
    return { price: { ...unpriced, status: 'no_price' }, warning: null };
  }
  const missing = missingInputs(terms.charges);
  if (missing.length > 0) {
    const detail = `has no price without ${missing.join(' and ')}: give a value above 0.`;
    return { price: { ...unpriced, status: 'needs_input', missing }, warning: { code: 'needs_input', detail } };
  }
  const { net, lines } = netPrice(terms, method);
  if (net.lte(0)) {
    const detail = 'has no price: it comes to 0 or less. Lower its discounts, or set minPrice.';
    return { price: { ...unpriced, status: 'no_price' }, warning: { code: 'nothing_to_pay', detail } };
  }
  return grossPrice(lines, terms, method);
}

function missingInputs(charges: readonly Charge[]): TierPrice['missing'] {
  const missing = charges.flatMap(({ unit, quantity }) =>
    unit !== null && quantity === null ? [inputByUnit[unit]] : [],
  );
  return [...new Set(missing)];
}

/** The price before tax. Rounding never goes below the minimum. */
function netPrice({ charges, shares, minimum }: TierTerms, method: Method): { net: Big; lines: PriceLine[] } {
  const { digits, words } = method;
  const charged = charges.reduce((sum, charge) => sum.plus(amountOf(charge)), new Big(0));
  const shared = shares.map((share) => ({ share, amount: charged.times(share.percent).times('0.01') }));
  const sum = shared.reduce((total, { amount }) => total.plus(amount), charged);
  const lines = [
    ...charges.map((charge) => lineOf(charge, digits)),
    ...shared.map(({ share, amount }) => shareLine(share, charged, amount, digits)),
  ];
  const asked = minimum?.gt(sum) ? minimum : sum;
  if (asked.gt(sum)) lines.push(flatLine(words.minimum, asked.minus(sum), digits));
  const nearest = rounded(asked, method);
  const floor = (minimum ?? nearest).round(digits, Big.roundUp);
  const isStopped = floor.gt(nearest);
  const net = isStopped ? floor : nearest;
  const rest = lines.reduce((left, line) => left.minus(line.amount), net);
  if (!rest.eq(0)) lines.push(flatLine(isStopped ? words.roundingToMinimum : words.rounding, rest, digits));
  return { net, lines };
}

/** Adds the tax and computes the deposit. */
function grossPrice(
  lines: readonly PriceLine[],
  { tax, deposit }: TierTerms,
  { digits }: Method,
): { price: Price; warning: PriceWarning | null } {
  const terms: TotalTerms = {
    tax: tax === null ? null : { label: tax.label, percent: tax.percent.toFixed() },
    deposit:
      deposit === null
        ? null
        : 'amount' in deposit
          ? { amount: deposit.amount.toFixed() }
          : { percent: deposit.percent.toFixed() },
  };
  const { isDepositTooMuch, ...total } = totalOf(lines, terms, digits);
  return {
    price: { status: 'priced', missing: [], ...total, terms },
    warning: isDepositTooMuch
      ? { code: 'deposit_above_total', detail: 'costs less than its deposit: all of the total is due on signing.' }
      : null,
  };
}

/** Rounds half up to the nearest multiple; to cents without a step, or where the multiple would be 0. */
function rounded(amount: Big, { step, digits }: Method): Big {
  const cents = amount.round(digits, Big.roundHalfUp);
  if (step === null || step.eq(0)) return cents;
  const rest = amount.mod(step);
  const below = amount.minus(rest);
  const nearest = rest.times(2).gte(step) ? below.plus(step) : below;
  return nearest.eq(0) ? cents : nearest;
}

function orderWarnings(tiers: readonly TierPrice[]): PriceWarning[] {
  const priced = tiers.flatMap(({ tier, total }) => (total === null ? [] : [{ tier, total }]));
  return priced.slice(1).flatMap(({ tier, total }, index) => {
    const lower = priced[index];
    if (lower === undefined || new Big(lower.total).lte(total)) return [];
    return [
      { code: 'tier_order', detail: `The tier ${lower.tier} at ${lower.total} costs more than ${tier} at ${total}.` },
    ];
  });
}
