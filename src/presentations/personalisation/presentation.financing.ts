import { Field, Int, ObjectType } from 'type-graphql';
import { type FinancingPlan, financingFormula, type Payments } from '../../engines/pricing/financing.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../kit/core/index.ts';

/** GraphQL type of `Payments`. */
@ObjectType('FinancingPayments', {
  simpleResolvers: true,
  description: 'What one tier costs by the month; amounts are decimal text in the currency of the tier.',
})
class PaymentsType implements Payments {
  @Field(() => PricingTier, { description: 'Which tier it is.' })
  tier!: PricingTier;

  @Field(() => String, { description: 'The amount that is lent: the total without the deposit.' })
  financed!: string;

  @Field(() => String, { description: 'Each payment but the last.' })
  monthly!: string;

  @Field(() => String, { description: 'The last payment, which settles what is owed.' })
  lastPayment!: string;

  @Field(() => String, { description: 'The exact sum of all payments.' })
  totalPaid!: string;

  @Field(() => String, { description: 'totalPaid without financed.' })
  totalInterest!: string;

  @Field(() => String, {
    nullable: true,
    description: "The monthly payment as it is written in the presentation's language.",
  })
  monthlyText?: string | null;
}

/** GraphQL type of `FinancingPlan`. */
@ObjectType('FinancingPlan', { simpleResolvers: true, description: 'A way to pay an offer by the month.' })
export class FinancingPlanType implements FinancingPlan {
  @Field(() => String, { description: 'Who lends the money.' })
  provider!: string;

  @Field(() => String, { description: 'Nominal interest rate of a year in percent, decimal text.' })
  annualPercent!: string;

  @Field(() => Int, { description: 'Number of monthly payments.' })
  months!: number;

  @Field(() => String, { nullable: true, description: "The provider's terms; null without any." })
  text!: string | null;

  @Field(() => String, { description: `How the payments are computed: ${financingFormula}` })
  formula!: string;

  @Field(() => [PricingTier], { description: 'The tiers that name it.' })
  tiers!: PricingTier[];

  @Field(() => [PaymentsType], { complexity: listOf(3), description: 'For each tier with a price that it can pay.' })
  payments!: Payments[];
}
