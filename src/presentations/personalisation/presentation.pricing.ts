import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  type AddOnPrice,
  type PriceLine,
  PricingTier,
  type TierPrice,
  TierPriceStatus,
  type Unit,
} from '../../engines/pricing/tier-price.ts';
import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { listOf } from '../../kit/core/index.ts';
import { FinancingPlanType } from './presentation.financing.ts';

registerEnumType(TierPriceStatus, {
  name: 'TierPriceStatus',
  description: 'Whether a tier has a total, or why not.',
  valuesConfig: {
    PRICED: { description: 'It has a total above 0.' },
    NEEDS_INPUT: { description: 'It has no total without the price inputs in missing.' },
    NO_PRICE: { description: 'The deck gives no usable price, or the price comes to 0 or less.' },
  },
});

/** What the APIs say of `suggestedTier`. */
export const suggestion = 'The tier that the deck suggests (defaultSelectedTier of the slide); null without one.';

const asWritten = "as it is written in the presentation's language. Null in older presentations.";

/** What an amount is made of: units at a rate, or nothing where it is flat. */
@ObjectType({ simpleResolvers: true })
abstract class Charge {
  @Field(() => String, { nullable: true, description: 'Number of units, decimal text; null for a flat amount.' })
  quantity!: string | null;

  @Field(() => String, { nullable: true, description: 'square (100 square feet) or kW; null for a flat amount.' })
  unit!: Unit | null;

  @Field(() => String, { nullable: true, description: 'Price of one unit, decimal text; null for a flat amount.' })
  rate!: string | null;
}

/** GraphQL type of `PriceLine`: for everybody who sees the price, homeowners among them. */
@ObjectType('PriceLine', {
  simpleResolvers: true,
  description: 'One line of a price; the amounts of a tier add up to its total.',
})
export class PriceLineType extends Charge implements PriceLine {
  @Field(() => String, { description: 'What the line charges for.' })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Decimal text, negative for a discount; null where the line is no percentage, and in older ones.',
  })
  percent?: string | null;

  @Field(() => String, { nullable: true, description: 'The amount that the percentage is of, decimal text; or null.' })
  percentOf?: string | null;

  @Field(() => String, { nullable: true, description: 'The key of the add-on that the line charges for, or null.' })
  addOn?: string | null;

  @Field(() => String, { description: 'Decimal text in the currency of the tier.' })
  amount!: string;

  @Field(() => String, { nullable: true, description: `The amount ${asWritten}` })
  amountText?: string | null;
}

/** GraphQL type of `TierPrice`. */
@ObjectType('TierPrice', {
  simpleResolvers: true,
  description: 'The price of one tier for this homeowner, with its lines.',
})
export class TierPriceType implements TierPrice {
  @Field(() => PricingTier, { description: 'Which tier it is.' })
  tier!: PricingTier;

  @Field(() => String, {
    description: "The author's name of the tier, or a default in the language of the presentation.",
  })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The line below its name; null without one.' })
  tagline?: string | null;

  @Field(() => [String], { nullable: true, description: 'What it contains. Null in older presentations.' })
  features?: string[];

  @Field(() => TierPriceStatus, { description: 'Whether it has a total, or why not.' })
  status!: TierPriceStatus;

  @Field(() => [String], { description: 'The price inputs that are missing.' })
  missing!: string[];

  @Field(() => String, { nullable: true, description: 'Decimal text; null unless priced.' })
  total!: string | null;

  @Field(() => String, { nullable: true, description: `The total ${asWritten}` })
  totalText?: string | null;

  @Field(() => String, { nullable: true, description: 'The sales tax in the total; null without one.' })
  tax?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The part of the total that is due on signing; null without one.',
  })
  deposit?: string | null;

  @Field(() => String, { nullable: true, description: `The deposit ${asWritten}` })
  depositText?: string | null;

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string;

  @Field(() => [PriceLineType], {
    complexity: listOf(8),
    description: 'The steps that add up to the total; empty unless priced.',
  })
  lines!: PriceLine[];
}

/** GraphQL type of `AddOnPrice`. */
@ObjectType('AddOnPrice', {
  simpleResolvers: true,
  description: 'Something that the homeowner may add to an offer, with its price before tax, the same in each tier.',
})
export class AddOnPriceType extends Charge implements AddOnPrice {
  @Field(() => String, { description: 'Names it in its offer.' })
  key!: string;

  @Field(() => String, { description: 'What it is.' })
  label!: string;

  @Field(() => String, { nullable: true, description: 'What the homeowner gets; null without one.' })
  description!: string | null;

  @Field(() => String, { description: 'Decimal text in the currency of the tiers.' })
  amount!: string;

  @Field(() => String, { nullable: true, description: "The amount as it is written in the presentation's language." })
  amountText?: string | null;

  @Field(() => [PricingTier], { description: 'The tiers with a price that may have it.' })
  tiers!: PricingTier[];

  @Field(() => Boolean, { description: 'Whether it is part of the prices of these tiers.' })
  isSelected!: boolean;
}

/** The prices of one pricing slide, and the tier selected there. */
@ObjectType({ simpleResolvers: true, description: 'The offer of one pricing slide.' })
export class PricingOffer {
  @Field(() => ID, { description: "The id of the deck's slide." })
  slideId!: string;

  @Field(() => String, { nullable: true, description: 'The title of the slide. Null in older presentations.' })
  title!: string | null;

  @Field(() => PricingTier, { nullable: true, description: 'The tier that was selected; null until somebody selects.' })
  selectedTier!: PricingTier | null;

  @Field(() => PricingTier, { nullable: true, description: suggestion })
  suggestedTier!: PricingTier | null;

  @Field(() => [TierPriceType], { complexity: listOf(3), description: 'Its tiers, from good to best.' })
  tiers!: TierPrice[];

  @Field(() => Boolean, {
    description: 'Whether a contract for the selected tier is signed, so that the selection is final.',
  })
  isAgreed!: boolean;

  @Field(() => [AddOnPriceType], {
    complexity: listOf(5),
    description: 'What the homeowner may add; empty without any.',
  })
  addOns!: AddOnPrice[];

  @Field(() => [FinancingPlanType], {
    complexity: listOf(2),
    description: 'How each tier may be paid by the month; empty without a plan.',
  })
  financing!: FinancingPlan[];
}

/** An offer as it is stored. */
export type StoredOffer = Omit<PricingOffer, 'suggestedTier' | 'addOns' | 'financing'> & Suggestion & Partial<Extras>;

/** What processes of version 0.1 do not store: they select the suggested tier instead. */
interface Suggestion {
  suggestedTier?: PricingTier | null;
}

/** What older presentations lack. */
interface Extras {
  addOns: AddOnPrice[] | undefined;
  financing: FinancingPlan[] | undefined;
}

/** The first offer is stored in the fields themselves, as before there could be several. */
@ObjectType({ simpleResolvers: true, description: 'The first offer, and all offers.' })
export class PresentationPricing implements Suggestion, Partial<Extras> {
  @Field(() => ID, { nullable: true, description: "The id of the deck's slide that is priced first." })
  slideId!: string | null;

  /** Absent in older presentations. */
  title?: string | null;

  /** `choiceOf` reads it. */
  @Field(() => PricingTier, {
    simple: false,
    nullable: true,
    description: 'The tier of the first offer that was selected; null until somebody selects.',
  })
  selectedTier!: PricingTier | null;

  /** `choiceOf` reads it. */
  @Field(() => PricingTier, { simple: false, nullable: true, description: `In the first offer: ${suggestion}` })
  suggestedTier?: PricingTier | null;

  @Field(() => [TierPriceType], {
    complexity: listOf(3),
    description: 'The tiers of the first offer, from good to best; empty without one.',
  })
  tiers!: TierPrice[];

  /** Absent until a contract is signed. */
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a contract for the selected tier is signed, so that the selection is final.',
  })
  isAgreed?: boolean;

  addOns?: AddOnPrice[] | undefined;
  financing?: FinancingPlan[] | undefined;

  /** Offers of the other pricing slides; absent when there are none. */
  further?: StoredOffer[];
}
