import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { type AddOnPrice, type PriceLine, PricingTier } from '../../engines/pricing/tier-price.ts';
import { copied, structureOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { Brand } from '../../authoring/brands/brand.attributes.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { FinancingPlanType } from '../../presentations/personalisation/presentation.financing.ts';
import { AddOnPriceType, PriceLineType, suggestion } from '../../presentations/personalisation/presentation.pricing.ts';
import { lengthOfAudio, SlideTiming } from '../../presentations/personalisation/presentation.snapshot.ts';
import { PresentationStatus } from '../../presentations/presentations/presentation.entity.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';

const slide = copied(slideAttributes);

/** What a guest sees of a slide: neither the notes nor the formulas of its prices. */
export const guestSlideAttributes = {
  slideId: slide.slideId,
  title: slide.title,
  bullets: slide.bullets,
  narrationScript: slide.narrationScript,
  heroImg: slide.heroImg,
  audioUrl: slide.audioUrl,
  wordTimings: slide.wordTimings,
  slideType: slide.slideType,
};

/** What a guest sees of a FAQ: all of it is written for homeowners. */
export const guestFaqAttributes = copied(faqAttributes);

/** Marks a field whose value is a link to a file of this server. */
export const always = (): true => true;

/** A slide as a guest sees it. */
@ObjectType({ simpleResolvers: true, description: 'A slide as the guest of a link sees it.' })
export class GuestSlide extends structureOf(guestSlideAttributes) {
  @Field(() => ID, { description: "The id of the deck's slide, by which offers name it." })
  sourceSlideId!: string;

  @Field(() => String, { nullable: true, description: 'BCP 47 tag of its language; null in older presentations.' })
  language!: string | null;

  @Field(() => SlideTiming, { nullable: true, description: 'Where the word timings come from; null in older ones.' })
  timing!: SlideTiming | null;

  @Field(() => Float, { nullable: true, description: lengthOfAudio })
  durationSeconds!: number | null;

  @Extensions({ isSigned: always })
  @Field(() => String, { description: 'Where its captions are, as WebVTT.' })
  captionsUrl!: string;
}

/** A FAQ as a guest sees it. */
@ObjectType('GuestFAQ', { simpleResolvers: true, description: 'A FAQ as the guest of a link sees it.' })
export class GuestFaq extends structureOf(guestFaqAttributes) {
  @Field(() => String, { description: 'BCP 47 tag of its language.' })
  language!: string;

  @Field(() => SlideTiming, { nullable: true, description: 'Where the word timings come from; null in older ones.' })
  timing!: SlideTiming | null;

  @Field(() => Float, { nullable: true, description: lengthOfAudio })
  durationSeconds!: number | null;

  @Extensions({ isSigned: always })
  @Field(() => String, { description: 'Where the captions of its answer are, as WebVTT.' })
  captionsUrl!: string;
}

/** The price of one tier, and how it came to be. */
@ObjectType({ simpleResolvers: true, description: 'The price of one tier, and how it came to be.' })
export class GuestTier {
  @Field(() => PricingTier, { description: 'Which tier it is.' })
  tier!: PricingTier;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The line below its name; null without one.' })
  tagline!: string | null;

  @Field(() => [String], { description: 'What it contains.' })
  features!: readonly string[];

  @Field(() => String, { description: 'Decimal text.' })
  total!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The total as it is written in the language of the presentation.',
  })
  totalText!: string | null;

  @Field(() => String, { nullable: true, description: 'The sales tax in the total; null without one.' })
  tax!: string | null;

  @Field(() => String, { nullable: true, description: 'The part that is due on signing; null without one.' })
  deposit!: string | null;

  @Field(() => String, { nullable: true, description: 'The deposit as it is written in that language.' })
  depositText!: string | null;

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string;

  @Field(() => [PriceLineType], { complexity: listOf(8), description: 'The steps that add up to the total.' })
  lines!: readonly PriceLine[];
}

/** The offer of one pricing slide, with its display settings. */
@ObjectType({ simpleResolvers: true, description: 'The offer of one pricing slide.' })
export class GuestOffer {
  @Field(() => ID, { description: "The id of the deck's slide." })
  slideId!: string;

  @Field(() => String, { nullable: true, description: 'The title of the slide; null in older presentations.' })
  title!: string | null;

  @Field(() => String, { nullable: true, description: 'The line below the title.' })
  subtitle!: string | null;

  @Field(() => String, { nullable: true, description: 'URL or path of the logo.' })
  brandLogo!: string | null;

  @Field(() => String, { nullable: true, description: 'Small print.' })
  disclaimer!: string | null;

  @Field(() => String, { nullable: true, description: 'CSS color of the background.' })
  backgroundColor!: string | null;

  @Field(() => String, { nullable: true, description: 'CSS color of the selected tier.' })
  selectionColor!: string | null;

  @Field(() => PricingTier, { nullable: true, description: 'The tier that was chosen; null until somebody chooses.' })
  selectedTier!: PricingTier | null;

  @Field(() => PricingTier, { nullable: true, description: suggestion })
  suggestedTier!: PricingTier | null;

  @Field(() => Boolean, { description: 'Whether a contract for it is signed, so that the choice is final.' })
  isAgreed!: boolean;

  @Field(() => [GuestTier], { complexity: listOf(3), description: 'The tiers that have a price, from good to best.' })
  tiers!: GuestTier[];

  @Field(() => [AddOnPriceType], {
    complexity: listOf(5),
    description: 'What the homeowner may add; empty without any.',
  })
  addOns!: readonly AddOnPrice[];

  @Field(() => [FinancingPlanType], {
    complexity: listOf(2),
    description: 'How each tier may be paid by the month; empty without a plan.',
  })
  financing!: readonly FinancingPlan[];
}

/** All that a link leads to, but for contracts. It lists what is shown: what is not here, no guest sees. */
@ObjectType({ simpleResolvers: true, description: 'A presentation as the guest of a link sees it.' })
export class GuestPresentation {
  @Field(() => ID, { description: 'The id of the presentation, by which a seller may present it.' })
  presentationId!: string;

  @Field(() => Int, { description: 'Rises with each change of the presentation itself.' })
  version!: number;

  @Field(() => String, {
    description: 'Changes with all that is shown here: a stream begins behind the state that it names.',
  })
  stateTag!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Changes with the contracts of the link; null while there is none, and for a link that does not sign.',
  })
  contractsTag!: string | null;

  @Field(() => PresentationStatus, { description: 'NARRATING while slides are still being spoken.' })
  status!: PresentationStatus;

  @Field(() => String, { description: 'The name of the deck.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The name of the brand; null without one.' })
  brandName!: string | null;

  @Field(() => Brand, { nullable: true, description: 'The color and the logo of the brand; null without them.' })
  brand!: Brand | null;

  @Field(() => String, { description: 'The first and the last name of the homeowner whom it is for.' })
  homeownerName!: string;

  @Field(() => String, { description: 'BCP 47 tag of its language.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether the link lets its guest read contracts and sign.' })
  maySign!: boolean;

  @Field(() => Boolean, { description: 'Whether recordGuestWatching keeps what is watched.' })
  isWatched!: boolean;

  @Field(() => [GuestSlide], { complexity: listOf(20), description: 'The slides in the order of display.' })
  slides!: GuestSlide[];

  @Field(() => [GuestFaq], { complexity: listOf(10), description: 'The FAQs in the order of the deck.' })
  faqs!: GuestFaq[];

  @Field(() => [GuestOffer], { complexity: listOf(2), description: 'One for each pricing slide.' })
  offers!: GuestOffer[];
}
