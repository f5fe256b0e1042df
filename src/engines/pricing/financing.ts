import { Big } from 'big.js';
import { currencyDigits } from '../template/currency-digits.ts';
import { isJsonObject } from '../../platform/input/json-object.ts';
import { objectsIn } from './add-ons.ts';
import { amountText } from './price-lines.ts';
import { readDecimal, textOf } from './price-terms.ts';
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
  /** The sum of all payments. */
  totalPaid: string;
  /** What is paid beyond `financed`. */
  totalInterest: string;
  /** The monthly payment formatted for the homeowner's locale. */
  monthlyText?: string | null;
}

/** Most payments of a plan. */
const mostMonths = 480;

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
      const [provider, percent] = [textOf(item.provider), readDecimal(item.annualPercent)];
      const months = typeof item.months === 'number' && Number.isInteger(item.months) ? item.months : 0;
      if (provider === null || percent === null || percent.gt(100) || months < 2 || months > mostMonths) continue;
      const annualPercent = percent.toFixed();
      const name = JSON.stringify([provider, annualPercent, months]);
      const terms = { provider, annualPercent, months, text: textOf(item.text), formula: financingFormula };
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

/** Digits that powers of the rate keep: those that are cut never reach a cent. */
const rateDigits = 40;

/** What the payments of a plan are computed from, for every tier alike. */
interface Loan {
  readonly months: number;
  /** Of a month. */
  readonly rate: Big;
  /** What one unit has grown to after all months. */
  readonly growth: Big;
}

function loanOf({ annualPercent, months }: Pick<FinancingPlan, 'annualPercent' | 'months'>): Loan {
  const rate = new Big(annualPercent).div(1_200);
  const factor = rate.plus(1);
  let growth = new Big(1);
  if (rate.gt(0)) for (let month = 0; month < months; month += 1) growth = growth.times(factor).round(rateDigits);
  return { months, rate, growth };
}

function paymentsOf(financed: Big, loan: Loan, digits: number): Omit<Payments, 'tier'> | null {
  const { months, rate } = loan;
  const toDigits = (amount: Big): Big => amount.round(digits, Big.roundHalfUp);
  const monthly = toDigits(levelPayment(financed, loan));
  let owed = financed;
  for (let month = 1; month < months; month += 1) owed = owed.plus(toDigits(owed.times(rate))).minus(monthly);
  const last = owed.plus(toDigits(owed.times(rate)));
  if (monthly.lte(0) || last.lte(0)) return null;
  const paid = monthly.times(months - 1).plus(last);
  const written = (amount: Big): string => amountText(amount, digits);
  return {
    financed: written(financed),
    monthly: written(monthly),
    lastPayment: written(last),
    totalPaid: written(paid),
    totalInterest: written(paid.minus(financed)),
  };
}

/** The payment that settles a loan in equal parts, unrounded. */
function levelPayment(financed: Big, { months, rate, growth }: Loan): Big {
  if (rate.eq(0)) return financed.div(months);
  return financed.times(rate).times(growth).div(growth.minus(1));
}
