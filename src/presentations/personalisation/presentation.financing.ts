import { Int, ObjectType } from 'type-graphql';
import { type FinancingPlan, financingFormula, type Payments } from '../../engines/pricing/financing.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { answerOf, attributes, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { Decimal } from '../../kit/input/index.ts';
import { listOf } from '../../kit/core/index.ts';

const paymentsAttributes = attributes({
  tier: shown(PricingTier, 'Which tier it is.'),
  financed: shown(Decimal, 'The amount that is lent: the total without the deposit.'),
  monthly: shown(Decimal, 'Each payment but the last.'),
  lastPayment: shown(Decimal, 'The last payment, which settles what is owed.'),
  totalPaid: shown(Decimal, 'The exact sum of all payments.'),
  totalInterest: shown(Decimal, 'totalPaid without financed.'),
  monthlyText: shownOrNull(String, "The monthly payment as it is written in the presentation's language."),
});

@ObjectType('FinancingPayments', {
  simpleResolvers: true,
  description: 'What one tier costs by the month; amounts are decimal text in the currency of the tier.',
})
class PaymentsType extends answerOf(paymentsAttributes) {}

const paymentsView = view<Payments>('FinancingPayments', viewOf(paymentsAttributes));

const planAttributes = attributes({
  provider: shown(String, 'Who lends the money.'),
  annualPercent: shown(Decimal, 'Nominal interest rate of a year in percent, decimal text.'),
  months: shown(Int, 'Number of monthly payments.'),
  text: shownOrNull(String, "The provider's terms; null without any."),
  formula: shown(String, `How the payments are computed: ${financingFormula}`),
  tiers: shown([PricingTier], 'The tiers that name it.'),
  payments: shownList(PaymentsType, paymentsView, 'For each tier with a price that it can pay.', listOf(3)),
});

@ObjectType('FinancingPlan', { simpleResolvers: true, description: 'A way to pay an offer by the month.' })
export class FinancingPlanType extends answerOf(planAttributes) {}

export const financingPlanView = view<FinancingPlan>('FinancingPlan', viewOf(planAttributes));
