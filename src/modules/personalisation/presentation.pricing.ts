import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { Unit } from '../../engines/pricing/price-terms.ts';
import { type PriceLine, PricingTier, type TierPrice, TierPriceStatus } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../platform/budget/field-price.ts';

registerEnumType(TierPriceStatus, { name: 'TierPriceStatus' });

const asWritten = "as it is written in the presentation's language. Null in older presentations.";

/** GraphQL type of `PriceLine`. */
@ObjectType('PriceLine', {
  simpleResolvers: true,
  description: 'One step of a price; the amounts of a tier add up to its total.',
})
export class PriceLineType implements PriceLine {
  @Field(() => String)
  label!: string;

  @Field(() => String, { nullable: true })
  quantity!: string | null;

  @Field(() => String, { nullable: true })
  unit!: Unit | null;

  @Field(() => String, { nullable: true })
  rate!: string | null;

  @Field(() => String, { description: 'Decimal text in the currency of the tier.' })
  amount!: string;

  @Field(() => String, { nullable: true, description: `The amount ${asWritten}` })
  amountText?: string | null;
}

/** GraphQL type of `TierPrice`. */
@ObjectType('TierPrice', { simpleResolvers: true, description: 'What one tier costs this homeowner, and why.' })
export class TierPriceType implements TierPrice {
  @Field(() => PricingTier)
  tier!: PricingTier;

  @Field(() => String)
  name!: string;

  @Field(() => TierPriceStatus)
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

  @Field(() => String)
  currency!: string;

  @Field(() => [PriceLineType], { complexity: listOf(8) })
  lines!: PriceLine[];
}

/** The prices of one pricing slide, and the tier selected there. */
@ObjectType({ simpleResolvers: true, description: 'What one pricing slide offers.' })
export class PricingOffer {
  @Field(() => ID, { description: "The id of the deck's slide." })
  slideId!: string;

  @Field(() => String, { nullable: true, description: 'The title of the slide. Null in older presentations.' })
  title!: string | null;

  @Field(() => PricingTier, { nullable: true })
  selectedTier!: PricingTier | null;

  @Field(() => [TierPriceType], { complexity: listOf(3) })
  tiers!: TierPrice[];

  @Field(() => Boolean, { description: 'Whether a contract for the selected tier was signed: it stays.' })
  isAgreed!: boolean;
}

/** The first offer stands in its own fields, where it stood before there could be several. */
@ObjectType({ simpleResolvers: true, description: 'The first offer, and all offers.' })
export class PresentationPricing {
  @Field(() => ID, { nullable: true, description: "The id of the deck's slide that is priced first." })
  slideId!: string | null;

  /** Absent in older presentations. */
  title?: string | null;

  @Field(() => PricingTier, { nullable: true })
  selectedTier!: PricingTier | null;

  @Field(() => [TierPriceType], { complexity: listOf(3) })
  tiers!: TierPrice[];

  /** Absent until then. */
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a contract for the selected tier was signed: it stays.',
  })
  isAgreed?: boolean;

  /** Offers of other pricing slides; absent where there are none. */
  further?: PricingOffer[];
}
