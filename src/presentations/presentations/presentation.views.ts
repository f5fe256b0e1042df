import {
  id,
  integer,
  named,
  nested,
  nullable,
  problem,
  signedLink,
  text,
  time,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { isPlayerPath } from '../../kit/rights/index.ts';
import { pricingView } from '../personalisation/presentation.pricing.ts';
import { faqNarrationView, narrationView } from './narration.ts';
import { partAttributes, type PresentationPreview, warnings } from '../personalisation/presentation.snapshot.ts';
import type { PresentationParts, WholePresentation } from './presentation-part.reader.ts';
import { measuredAttributes, type PresentationCreation, requestAttributes } from './presentation.entity.ts';

const partFields = viewOf(partAttributes);
const priceFields = { pricing: nested(pricingView), ...viewOf({ warnings }) };

/** What a presentation would be, without id or state. */
export const previewView = view<PresentationPreview>('PresentationPreview', { ...partFields, ...priceFields });

type HiddenOfPresentation = 'audioSharedWithin' | 'source' | 'version';
const recordFields = {
  id,
  deckId: id,
  ...viewOf(requestAttributes),
  timeZone: text,
  ...viewOf(measuredAttributes),
  ...priceFields,
  narration: nullable(nested(narrationView)),
  faqNarration: nullable(nested(faqNarrationView)),
  billedCharacterCount: nullable(integer),
  reusedCharacterCount: nullable(integer),
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
