import { Extensions, Float, ID, Int, ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import {
  answerOf,
  attributes,
  copied,
  seenByGuests,
  shown,
  shownFile,
  shownList,
  shownLinkOrNull,
  shownOrNull,
  shownPartOrNull,
  view,
  viewOf,
  withoutEdges,
} from '../../kit/data/index.ts';
import { Decimal } from '../../kit/input/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { Brand, brandView } from '../../authoring/brands/brand.attributes.ts';
import { isImageUrl } from '../../authoring/images/image-url.ts';
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

const { audioUrl, wordTimings, slideType, ...words } = seenByGuests(copied(slideAttributes));

/** What a slide and a FAQ have where they are spoken. @param captions the description of their captions */
const spoken = (captions: string) =>
  attributes({
    timing: shown(SlideTiming, 'Where the word timings come from.'),
    durationSeconds: shownOrNull(Float, lengthOfAudio),
    captionsUrl: shownFile(captions),
  });

const guestSlideAttributes = attributes({
  ...words,
  audioUrl,
  wordTimings,
  slideType,
  sourceSlideId: shown(ID, "The id of the deck's slide, by which offers name it."),
  language: shown(String, 'BCP 47 tag of its language.'),
  ...spoken('Where its captions are, as WebVTT.'),
});

/** A slide as a guest sees it: neither the notes nor the formulas of its prices. */
@ObjectType({ simpleResolvers: true, description: 'A slide as the guest of a link sees it.' })
@Extensions(withoutEdges)
class GuestSlide extends answerOf(guestSlideAttributes) {}

const slideView = view<GuestSlide>('GuestSlide', viewOf(guestSlideAttributes));

const guestFaqAttributes = attributes({
  // All of it is written for homeowners.
  ...copied(faqAttributes),
  language: shown(String, 'BCP 47 tag of its language.'),
  ...spoken('Where the captions of its answer are, as WebVTT.'),
});

@ObjectType('GuestFaq', { simpleResolvers: true, description: 'A FAQ as the guest of a link sees it.' })
class GuestFaq extends answerOf(guestFaqAttributes) {}

const faqView = view<GuestFaq>('GuestFaq', viewOf(guestFaqAttributes));

const tierAttributes = attributes({
  tier: shown(PricingTier, 'Which tier it is.'),
  name: shown(String, 'Its name.'),
  tagline: shownOrNull(String, 'The line below its name; null without one.'),
  features: shown([String], 'What it contains.'),
  total: shown(Decimal, 'Decimal text.'),
  totalText: shownOrNull(String, 'The total as it is written in the language of the presentation.'),
  tax: shownOrNull(Decimal, 'The sales tax in the total; null without one.'),
  deposit: shownOrNull(Decimal, 'The part that is due on signing; null without one.'),
  depositText: shownOrNull(String, 'The deposit as it is written in that language.'),
  currency: shown(String, 'ISO 4217 code.'),
  lines: shownList(PriceLineType, priceLineView, 'The steps that add up to the total.', listOf(8)),
});

@ObjectType({ simpleResolvers: true, description: 'The price of one tier, and how it came to be.' })
export class GuestTier extends answerOf(tierAttributes) {}

const tierView = view<GuestTier>('GuestTier', viewOf(tierAttributes));

const offerAttributes = attributes({
  sourceSlideId: shown(ID, "The id of the deck's slide."),
  title: shownOrNull(String, 'The title of the slide; null without one.'),
  subtitle: shownOrNull(String, 'The line below the title.'),
  brandLogo: shownLinkOrNull(isImageUrl, 'URL or path of the logo.'),
  disclaimer: shownOrNull(String, 'Small print.'),
  backgroundColor: shownOrNull(String, 'CSS color of the background.'),
  selectionColor: shownOrNull(String, 'CSS color of the selected tier.'),
  selectedTier: shownOrNull(PricingTier, 'The tier that was chosen; null until somebody chooses.'),
  suggestedTier: shownOrNull(PricingTier, suggestion),
  isAgreed: shown(Boolean, 'Whether a contract for it is signed, so that the choice is final.'),
  tiers: shownList(GuestTier, tierView, 'The tiers that have a price, from good to best.', listOf(3)),
  ...extraAttributes,
});

@ObjectType({ simpleResolvers: true, description: 'The offer of one pricing slide.' })
@Extensions(withoutEdges)
export class GuestOffer extends answerOf(offerAttributes) {}

const offerView = view<GuestOffer>('GuestOffer', viewOf(offerAttributes));

const presentationAttributes = attributes({
  presentationId: shown(ID, 'The id of the presentation, by which a seller may present it.'),
  version: shown(Int, 'Rises with each change of the presentation itself.'),
  stateTag: shown(String, 'Changes with all that is shown here: a stream begins behind the state that it names.'),
  contractsTag: shownOrNull(
    String,
    'Changes with the contracts of the link; null while there is none, and for a link that does not sign.',
  ),
  status: shown(PresentationStatus, 'NARRATING while slides are still being spoken.'),
  title: shown(String, 'The name of the deck.'),
  brandName: shownOrNull(String, 'The name of the brand; null without one.'),
  brand: shownPartOrNull(Brand, brandView, 'The color and the logo of the brand; null without them.'),
  homeownerName: shown(String, 'The first and the last name of the homeowner whom it is for.'),
  language: shown(String, 'BCP 47 tag of its language.'),
  canSign: shown(Boolean, 'Whether the link lets its guest read contracts and sign.'),
  isEngagementTracked: shown(Boolean, 'Whether recordGuestEngagement keeps what is watched.'),
  slides: shownList(GuestSlide, slideView, 'The slides in the order of display.', listOf(20)),
  faqs: shownList(GuestFaq, faqView, 'The FAQs in the order of the deck.', listOf(10)),
  offers: shownList(GuestOffer, offerView, 'One for each pricing slide.', listOf(2)),
});

/** All that a link leads to, but for contracts. It lists what is shown: what is not here, no guest sees. */
@ObjectType({ simpleResolvers: true, description: 'A presentation as the guest of a link sees it.' })
@Extensions(withoutEdges)
export class GuestPresentation extends answerOf(presentationAttributes) {}

export const guestPresentationView = view<GuestPresentation>('GuestPresentation', viewOf(presentationAttributes));
