import {
  copied,
  decimal,
  id,
  integer,
  list,
  named,
  nested,
  nullable,
  oneOf,
  problem,
  signedLink,
  text,
  time,
  type View,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { isPlayerPath } from '../../kit/rights/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { choiceOf, offersOf } from '../personalisation/presentation.offers.ts';
import {
  type PresentationPricing,
  type PricingOffer,
  pricingOfferView,
  tierPriceView,
} from '../personalisation/presentation.pricing.ts';
import { faqNarrationView, narrationView, type NarrationState } from './narration.ts';
import {
  type PresentationFaq,
  type PresentationPreview,
  type PresentationSlide,
  SlideTiming,
  warningView,
} from '../personalisation/presentation.snapshot.ts';
import {
  homeownerView,
  languageSettingsView,
  priceInputsView,
  voiceSettingsView,
} from '../personalisation/homeowner.attributes.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';
import { failuresOf } from './narration-state.ts';
import type { PresentationParts, WholePresentation } from './presentation-part.reader.ts';
import { MeasurementStrategy, type PresentationCreation, PresentationStatus } from './presentation.entity.ts';

const spokenFields = {
  timing: nullable(oneOf(SlideTiming)),
  spokenBy: nullable(text),
  durationSeconds: nullable(decimal),
};

const presentationSlideView = view<PresentationSlide>('PresentationSlide', {
  id,
  ...viewOf(copied(slideAttributes)),
  sourceSlideId: id,
  language: nullable(text),
  ...spokenFields,
});

const presentationFaqView = view<PresentationFaq>('PresentationFAQ', {
  id,
  sourceFaqId: id,
  ...viewOf(copied(faqAttributes)),
  language: text,
  ...spokenFields,
});

interface ShownPricing extends Pick<PresentationPricing, 'slideId' | 'selectedTier' | 'suggestedTier' | 'tiers'> {
  readonly offers: readonly PricingOffer[];
}

const shownPricingView = view<ShownPricing>('PresentationPricing', {
  slideId: nullable(id),
  selectedTier: nullable(oneOf(PricingTier)),
  suggestedTier: nullable(oneOf(PricingTier)),
  tiers: list(nested(tierPriceView)),
  offers: list(nested(pricingOfferView)),
});

const pricingView: View<PresentationPricing> = {
  ...shownPricingView,
  write: (pricing) => shownPricingView.write({ ...pricing, ...choiceOf(pricing), offers: offersOf(pricing) }),
};

const partFields = { slides: list(nested(presentationSlideView)), faqs: list(nested(presentationFaqView)) };
const priceFields = { pricing: nested(pricingView), warnings: list(nested(warningView)) };

/** What a presentation would be, without id or state. */
export const previewView = view<PresentationPreview>('PresentationPreview', { ...partFields, ...priceFields });

/** Older rows have one failure instead of a list. */
const narrationField = {
  ...nested(narrationView),
  write: (value: unknown) => {
    const narration = value as NarrationState;
    return narrationView.write({ ...narration, failures: failuresOf(narration) });
  },
};

type HiddenOfPresentation = 'audioSharedWithin' | 'source' | 'version';
const recordFields = {
  id,
  deckId: id,
  status: oneOf(PresentationStatus),
  homeowner: nested(homeownerView),
  voiceSettings: named('voice_settings', nullable(nested(voiceSettingsView))),
  languageSettings: named('language_settings', nullable(nested(languageSettingsView))),
  priceInputs: named('price_inputs', nullable(nested(priceInputsView))),
  timeZone: text,
  measurementStrategy: named('measurement_strategy', oneOf(MeasurementStrategy)),
  slideCount: integer,
  ...priceFields,
  narration: nullable(narrationField),
  faqNarration: nullable(nested(faqNarrationView)),
  billedCharacters: nullable(integer),
  reusedCharacters: nullable(integer),
  playerUrl: nullable(signedLink(isPlayerPath)),
  createdAt: time,
  updatedAt: time,
};

/** A presentation in lists: without slides and FAQs, which are nearly all of its size. */
export const summaryView = view<WholePresentation, HiddenOfPresentation | keyof PresentationParts>(
  'PresentationSummary',
  recordFields,
);

/** A presentation with its slides and FAQs. */
export const presentationView = view<WholePresentation, HiddenOfPresentation>('Presentation', {
  ...recordFields,
  ...partFields,
});

/** One result of a bulk creation. */
export const creationView = view<PresentationCreation>('PresentationCreation', {
  id: named('presentationId', nullable(id)),
  problem: nullable(problem),
});
