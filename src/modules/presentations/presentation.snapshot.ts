import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier, ProductData, SlideType, WordTiming } from '../slides/slide.entity.ts';

export const TierPriceStatus = { PRICED: 'priced', NEEDS_INPUT: 'needs_input', NO_PRICE: 'no_price' } as const;
export type TierPriceStatus = (typeof TierPriceStatus)[keyof typeof TierPriceStatus];
registerEnumType(TierPriceStatus, { name: 'TierPriceStatus' });

/** A slide as the homeowner sees it: placeholders filled in, audio only where it still fits the words. */
@ObjectType({ simpleResolvers: true, description: 'A slide as the homeowner sees it.' })
export class PresentationSlide {
  @Field(() => ID, { description: 'The id of the slide that this one was made from.' })
  id!: string;

  @Field(() => String)
  slideId!: string;

  @Field(() => String)
  title!: string;

  @Field(() => [String])
  bullets!: string[];

  @Field(() => String)
  narrationScript!: string;

  @Field(() => String, { nullable: true })
  slideContext!: string | null;

  @Field(() => String, { nullable: true })
  audioUrl!: string | null;

  @Field(() => String, { nullable: true })
  heroImg!: string | null;

  @Field(() => [WordTiming])
  wordTimings!: WordTiming[];

  @Field(() => Int)
  orderIndex!: number;

  @Field(() => SlideType)
  slideType!: SlideType;

  @Field(() => ProductData, { nullable: true })
  productData!: ProductData | null;
}

@ObjectType({ simpleResolvers: true, description: 'One step of a price; the amounts of a tier add up to its total.' })
export class PriceLine {
  @Field(() => String)
  label!: string;

  @Field(() => String, { nullable: true })
  quantity!: string | null;

  @Field(() => String, { nullable: true })
  unit!: string | null;

  @Field(() => String, { nullable: true })
  rate!: string | null;

  @Field(() => String, { description: 'Decimal text in the currency of the tier.' })
  amount!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What one tier costs this homeowner, and why.' })
export class TierPrice {
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

  @Field(() => String)
  currency!: string;

  @Field(() => [PriceLine])
  lines!: PriceLine[];
}

@ObjectType({ simpleResolvers: true })
export class PresentationPricing {
  @Field(() => ID, { nullable: true, description: 'The id of the slide whose tiers are priced.' })
  slideId!: string | null;

  @Field(() => PricingTier, { nullable: true })
  selectedTier!: PricingTier | null;

  @Field(() => [TierPrice])
  tiers!: TierPrice[];
}

@ObjectType({ simpleResolvers: true, description: 'Something the author may want to mend; the presentation works.' })
export class PresentationWarning {
  @Field(() => String, { description: 'Stable code, such as missing_value.' })
  code!: string;

  @Field(() => String)
  detail!: string;

  @Field(() => ID, { nullable: true, description: 'The id of the slide it is about.' })
  slideId!: string | null;
}
