import { type Route, route, wrapped } from '../../http/route.ts';
import { flag, id, list, nested, nullable, oneOf, text, view } from '../../http/view.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import {
  DriftKind,
  driftOf,
  type FaqDrift,
  type PresentationDrift,
  type PriceDrift,
  type SlideDrift,
} from './presentation.drift.ts';
import { readContents, readPresentation } from './presentation.reader.ts';
import { tierPriceView } from './presentation.routes.ts';

const slideDriftView = view<SlideDrift>('SlideDrift', {
  id,
  slideId: text,
  kind: oneOf(DriftKind),
  fields: list(text),
});

const faqDriftView = view<FaqDrift>('FAQDrift', { id, kind: oneOf(DriftKind), fields: list(text) });

const priceDriftView = view<PriceDrift>('PriceDrift', {
  tier: oneOf(PricingTier),
  before: nullable(nested(tierPriceView)),
  now: nullable(nested(tierPriceView)),
});

const driftView = view<PresentationDrift>('PresentationDrift', {
  isCurrent: flag,
  slides: list(nested(slideDriftView)),
  faqs: list(nested(faqDriftView)),
  prices: list(nested(priceDriftView)),
});

export function presentationDriftRoutes(): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/drift',
      summary: 'Compare a presentation with its deck as it is now',
      answers: { 200: wrapped('drift', driftView, 'What would be different if it were made now.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const presentation = await readPresentation(scope, path('presentationId'));
        const contents = await readContents(scope, await readDeck(scope, presentation.deckId));
        return { body: { drift: driftView.write(driftOf(presentation, contents)) } };
      },
    }),
  ];
}
