import {
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
import { partAttributes, type PresentationPreview, warnings } from '../personalisation/presentation.snapshot.ts';
import { failuresOf } from './narration-state.ts';
import type { PresentationParts, WholePresentation } from './presentation-part.reader.ts';
import { measuredAttributes, type PresentationCreation, requestAttributes } from './presentation.entity.ts';

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

const partFields = viewOf(partAttributes);
const priceFields = { pricing: nested(pricingView), ...viewOf({ warnings }) };

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
  ...viewOf(requestAttributes),
  timeZone: text,
  ...viewOf(measuredAttributes),
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

export const presentationView = view<WholePresentation, HiddenOfPresentation>('Presentation', {
  ...recordFields,
  ...partFields,
});

export const creationView = view<PresentationCreation>('PresentationCreation', {
  id: named('presentationId', nullable(id)),
  problem: nullable(problem),
});
