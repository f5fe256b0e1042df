import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier, ProductData, SlideType, WordTiming } from '../slides/slide.entity.ts';

export const TierPriceStatus = { PRICED: 'priced', NEEDS_INPUT: 'needs_input', NO_PRICE: 'no_price' } as const;
export type TierPriceStatus = (typeof TierPriceStatus)[keyof typeof TierPriceStatus];
registerEnumType(TierPriceStatus, { name: 'TierPriceStatus' });

const languageOfTexts = 'BCP 47 tag of the language that its texts are in.';

export const SlideTiming = {
  RECORDED: 'recorded',
  SPOKEN: 'spoken',
  ESTIMATED: 'estimated',
  PENDING: 'pending',
} as const;
export type SlideTiming = (typeof SlideTiming)[keyof typeof SlideTiming];
registerEnumType(SlideTiming, {
  name: 'SlideTiming',
  valuesConfig: {
    RECORDED: { description: "Those of the author's own recording." },
    SPOKEN: { description: 'Those of the voice that spoke the slide.' },
    ESTIMATED: { description: 'Nobody speaks the slide: when a reader would reach each word.' },
    PENDING: { description: 'The slide is still to be spoken.' },
  },
});

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

  @Field(() => String, { nullable: true, description: `${languageOfTexts} Null in older presentations.` })
  language!: string | null;

  @Field(() => SlideTiming, {
    nullable: true,
    description: 'Whose word timings these are. Null in older presentations.',
  })
  timing!: SlideTiming | null;

  @Field(() => String, { nullable: true, description: 'Who spoke it: espeak or elevenlabs; null where nobody did.' })
  spokenBy!: string | null;
}

@ObjectType('PresentationFAQ', {
  simpleResolvers: true,
  description: 'A question that may be asked while the presentation is shown, in the words of this homeowner.',
})
export class PresentationFaq {
  @Field(() => ID, { description: 'The id of the FAQ that this one was made from.' })
  id!: string;

  @Field(() => String)
  userQuestion!: string;

  @Field(() => String)
  cannedAnswer!: string;

  @Field(() => String, { nullable: true, description: 'The slideId of the slide that the answer belongs to.' })
  relatedSlideId!: string | null;

  @Field(() => String, { nullable: true })
  audioUrl!: string | null;

  @Field(() => [WordTiming])
  wordTimings!: WordTiming[];

  @Field(() => String, { description: languageOfTexts })
  language!: string;
}

const asWritten = "as it is written in the presentation's language. Null in older presentations.";

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

  @Field(() => String, { nullable: true, description: `The amount ${asWritten}` })
  amountText!: string | null;
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

  @Field(() => String, { nullable: true, description: `The total ${asWritten}` })
  totalText!: string | null;

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

  /** Absent until then. */
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a contract for the selected tier was signed: it stays.',
  })
  isAgreed?: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'Something the author may want to mend; the presentation works.' })
export class PresentationWarning {
  @Field(() => String, { description: 'Stable code, such as missing_value.' })
  code!: string;

  @Field(() => String)
  detail!: string;

  @Field(() => ID, { nullable: true, description: 'The id of the slide it is about.' })
  slideId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The id of the FAQ it is about.' })
  faqId?: string | null;
}

/** What a homeowner's copy of a deck says and costs. */
export interface Copy {
  slides: PresentationSlide[];
  faqs: PresentationFaq[];
  pricing: PresentationPricing;
  warnings: PresentationWarning[];
}

@ObjectType({ simpleResolvers: true, description: 'What a presentation would be. Nothing of it is stored.' })
export class PresentationPreview implements Copy {
  @Field(() => [PresentationSlide])
  slides!: PresentationSlide[];

  @Field(() => [PresentationFaq])
  faqs!: PresentationFaq[];

  @Field(() => PresentationPricing)
  pricing!: PresentationPricing;

  @Field(() => [PresentationWarning])
  warnings!: PresentationWarning[];
}
