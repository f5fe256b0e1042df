import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import {
  answerOf,
  attributes,
  copied,
  shown,
  shownList,
  shownOrNull,
  structureOf,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { Brand } from '../../authoring/brands/brand.attributes.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import {
  extraAttributes,
  priceLineView,
  PriceLineType,
  suggestion,
} from '../../presentations/personalisation/presentation.pricing.ts';
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

const tierAttributes = attributes({
  tier: shown(PricingTier, 'Which tier it is.'),
  name: shown(String, 'Its name.'),
  tagline: shownOrNull(String, 'The line below its name; null without one.'),
  features: shown([String], 'What it contains.'),
  total: shown(String, 'Decimal text.'),
  totalText: shownOrNull(String, 'The total as it is written in the language of the presentation.'),
  tax: shownOrNull(String, 'The sales tax in the total; null without one.'),
  deposit: shownOrNull(String, 'The part that is due on signing; null without one.'),
  depositText: shownOrNull(String, 'The deposit as it is written in that language.'),
  currency: shown(String, 'ISO 4217 code.'),
  lines: shownList(PriceLineType, priceLineView, 'The steps that add up to the total.', listOf(8)),
});

/** The price of one tier, and how it came to be. */
@ObjectType({ simpleResolvers: true, description: 'The price of one tier, and how it came to be.' })
export class GuestTier extends answerOf(tierAttributes) {}

const tierView = view<GuestTier>('GuestTier', viewOf(tierAttributes));

const offerAttributes = attributes({
  slideId: shown(ID, "The id of the deck's slide."),
  title: shownOrNull(String, 'The title of the slide; null in older presentations.'),
  subtitle: shownOrNull(String, 'The line below the title.'),
  brandLogo: shownOrNull(String, 'URL or path of the logo.'),
  disclaimer: shownOrNull(String, 'Small print.'),
  backgroundColor: shownOrNull(String, 'CSS color of the background.'),
  selectionColor: shownOrNull(String, 'CSS color of the selected tier.'),
  selectedTier: shownOrNull(PricingTier, 'The tier that was chosen; null until somebody chooses.'),
  suggestedTier: shownOrNull(PricingTier, suggestion),
  isAgreed: shown(Boolean, 'Whether a contract for it is signed, so that the choice is final.'),
  tiers: shownList(GuestTier, tierView, 'The tiers that have a price, from good to best.', listOf(3)),
  ...extraAttributes,
});

/** The offer of one pricing slide, with its display settings. */
@ObjectType({ simpleResolvers: true, description: 'The offer of one pricing slide.' })
export class GuestOffer extends answerOf(offerAttributes) {}

/** An offer, as its guest sees it. */
export const guestOfferView = view<GuestOffer>('GuestOffer', viewOf(offerAttributes));

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
