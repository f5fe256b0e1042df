/** @jsxImportSource preact */
import type { FinancingPlan, Payments, TierKey } from '../story/answers.ts';
import { amountText, centsText, numberText, percentText } from '../words/amounts.ts';
import { written } from '../words/language.ts';
import type { TierPriceProps } from './tier-price.tsx';

type PlanProps = Pick<TierPriceProps, 'language' | 'words'>;

interface MonthlyProps extends TierPriceProps {
  readonly plans: readonly FinancingPlan[];
}

/** What a tier costs by the month, with its terms on demand. */
export function Monthly({ tier, plans, language, words }: MonthlyProps) {
  const offered = plans.flatMap(({ months, payments }) => {
    const found = paymentsOf(payments, tier.tier);
    return found === undefined ? [] : [{ months, monthly: found.monthly }];
  });
  const [lowest] = offered.toSorted((one, other) => Number(one.monthly) - Number(other.monthly));
  if (lowest === undefined) return null;
  const text = words.byMonth(amountText(lowest.monthly, tier.currency, language), lowest.months);
  return (
    <details class="made">
      <summary aria-label={`${text}: ${tier.name}`}>
        <span {...written(words.tag)}>{text}</span>
      </summary>
      <Plans tier={tier} plans={plans} currency={tier.currency} language={language} words={words} />
      <p class="hint" {...written(words.tag)}>
        {words.monthlyRule}
      </p>
    </details>
  );
}

interface PlansProps extends PlanProps {
  readonly tier: { readonly tier: TierKey };
  readonly plans: readonly FinancingPlan[];
  readonly currency: string;
}

export function Plans({ tier, plans, currency, language, words }: PlansProps) {
  return plans.map((plan, index) => {
    const payments = paymentsOf(plan.payments, tier.tier);
    if (payments === undefined) return null;
    return <Plan key={index} plan={plan} payments={payments} currency={currency} language={language} words={words} />;
  });
}

interface OnePlanProps extends PlanProps {
  readonly plan: FinancingPlan;
  readonly payments: Payments;
  readonly currency: string;
}

function Plan({ plan: { provider, annualPercent, months, text }, payments, currency, language, words }: OnePlanProps) {
  const money = (amount: string): string => centsText(amount, currency, language);
  const rows = [
    [words.financed, money(payments.financed)],
    [words.annualRate, percentText(annualPercent, language)],
    [words.payments(numberText(String(months - 1), language)), money(payments.monthly)],
    [words.lastPayment, money(payments.lastPayment)],
    [words.totalPaid, money(payments.totalPaid)],
    [words.totalInterest, money(payments.totalInterest)],
  ];
  return (
    <div class="plan">
      <p>
        <span {...written(words.tag)}>{words.lender}</span> <bdi>{provider}</bdi>
      </p>
      <table>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">
                <span {...written(words.tag)}>{label}</span>
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {text !== null && text !== '' && <p class="small-print">{text}</p>}
    </div>
  );
}

function paymentsOf(payments: readonly Payments[], tier: TierKey): Payments | undefined {
  return payments.find((one) => one.tier === tier);
}
