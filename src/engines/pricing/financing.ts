import { Big } from 'big.js';
import { currencyDigits } from '../template/currency-digits.ts';
import { isJsonObject } from '../../kit/core/index.ts';
import { objectsIn } from './add-ons.ts';
import { amountText } from './price-lines.ts';
import { readDecimal, decimalText } from './price-terms.ts';
import { PricingTier, type TierPrice } from './tier-price.ts';

/** How the payments of a plan are computed, as contracts state it. */
export const financingFormula =
  'monthly = financed × r ÷ (1 − (1 + r)^−months) with r = annualPercent ÷ 1200, or financed ÷ months for r = 0, rounded half up; each month adds r × what is owed, rounded half up, and takes one payment; lastPayment is what is owed in the last month.';

/** The payments for one tier; amounts in decimal text. */
export interface Payments {
  tier: PricingTier;
  /** The total without the deposit. */
  financed: string;
  /** Each payment but the last. */
  monthly: string;
  lastPayment: string;
  totalPaid: string;
  /** What is paid beyond `financed`. */
  totalInterest: string;
  /** The monthly payment formatted for the homeowner's locale. */
  monthlyText?: string | null;
}

/** Most payments of a plan. */
const mostMonths = 480;
/** Decimals of a rate, as many as decimal text may have: powers of more would take long. */
const rateDecimals = 12;

/** A plan with the payments for each tier that it can pay. */
export interface FinancingPlan {
  provider: string;
  /** Decimal text. */
  annualPercent: string;
  months: number;
  text: string | null;
  formula: string;
  /** The tiers that name it. */
  tiers: PricingTier[];
  payments: Payments[];
}

/** The plans of a slide's `productData`, without payments. What cannot be read is ignored; equal plans are one. */
export function plansOf(productData: unknown): FinancingPlan[] {
  const product = isJsonObject(productData) ? productData : {};
  const plans = new Map<string, FinancingPlan>();
  for (const tier of Object.values(PricingTier)) {
    for (const item of objectsIn(product[tier], 'financing')) {
      const [provider, percent] = [decimalText(item.provider), readDecimal(item.annualPercent)];
      const months = typeof item.months === 'number' && Number.isInteger(item.months) ? item.months : 0;
      if (provider === null || percent === null || percent.gt(100) || months < 2 || months > mostMonths) continue;
      const annualPercent = percent.round(rateDecimals, Big.roundHalfUp).toFixed();
      const name = JSON.stringify([provider, annualPercent, months]);
      const terms = { provider, annualPercent, months, text: decimalText(item.text), formula: financingFormula };
      const one = plans.get(name) ?? { ...terms, tiers: [], payments: [] };
      plans.set(name, { ...one, tiers: [...one.tiers, tier] });
    }
  }
  return [...plans.values()];
}

/** The payments for each tier that names the plan. A tier that is paid before the last month, because it costs so little, has none. */
export function paymentsFor(plan: FinancingPlan, tiers: readonly TierPrice[]): Payments[] {
  const loan = loanOf(plan);
  return tiers.flatMap(({ tier, total, deposit, currency }) => {
    if (total === null || !plan.tiers.includes(tier)) return [];
    const found = paymentsOf(new Big(total).minus(deposit ?? 0), loan, currencyDigits(currency));
    return found === null ? [] : [{ tier, ...found }];
  });
}

/** The rate of a month as an exact fraction. */
interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What the payments of a plan are computed from, for every tier alike. */
interface Loan {
  readonly months: number;
  readonly rate: Rate;
  /** What `base` has grown to after all months. */
  readonly grown: bigint;
  readonly base: bigint;
}

function loanOf({ annualPercent, months }: Pick<FinancingPlan, 'annualPercent' | 'months'>): Loan {
  const [whole = '', decimals = ''] = annualPercent.split('.');
  const numerator = BigInt(whole + decimals);
  const denominator = 1_200n * 10n ** BigInt(decimals.length);
  const times = BigInt(months);
  const rate = { numerator, denominator };
  return { months, rate, grown: (denominator + numerator) ** times, base: denominator ** times };
}

/** Computes in whole units of the last digit, such as cents, because a quotient that is rounded twice may be a unit off. */
function paymentsOf(financed: Big, loan: Loan, digits: number): Omit<Payments, 'tier'> | null {
  const inUnits = financed.times(10 ** digits).round(0, Big.roundHalfUp);
  const start = BigInt(inUnits.toFixed());
  const monthly = levelPayment(start, loan);
  const withInterest = (owed: bigint): bigint => owed + interestOn(owed, loan.rate);
  let owed = start;
  for (let month = 1; month < loan.months; month += 1) owed = withInterest(owed) - monthly;
  const last = withInterest(owed);
  if (monthly <= 0n || last <= 0n) return null;
  const paid = monthly * BigInt(loan.months - 1) + last;
  const written = (units: bigint): string => amountText(new Big(units.toString()).div(10 ** digits), digits);
  return {
    financed: written(start),
    monthly: written(monthly),
    lastPayment: written(last),
    totalPaid: written(paid),
    totalInterest: written(paid - start),
  };
}

function interestOn(owed: bigint, { numerator, denominator }: Rate): bigint {
  return quotient(owed * numerator, denominator);
}

/** The payment that settles a loan in equal parts. */
function levelPayment(financed: bigint, { months, rate, grown, base }: Loan): bigint {
  if (rate.numerator === 0n) return quotient(financed, BigInt(months));
  return quotient(financed * rate.numerator * grown, rate.denominator * (grown - base));
}

/** A quotient of 0 or more, rounded half up to a whole number. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
