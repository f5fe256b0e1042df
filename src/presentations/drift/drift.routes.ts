import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { flag, id, list, nested, nullable, oneOf, text, view } from '../../kit/data/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { DriftKind } from './differences.ts';
import { type FaqDrift, type PresentationDrift, type PriceDrift, type SlideDrift } from './drift.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import { readDrift } from './drift.reader.ts';
import { tierPriceView } from '../personalisation/presentation.pricing.ts';

const slideDriftView = view<SlideDrift>('SlideDrift', {
  slideId: id,
  slideKey: text,
  kind: oneOf(DriftKind),
  fields: list(text),
});

const faqDriftView = view<FaqDrift>('FAQDrift', { faqId: id, kind: oneOf(DriftKind), fields: list(text) });

const priceDriftView = view<PriceDrift>('PriceDrift', {
  slideId: id,
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

/** REST route of the drift of a presentation. */
export function driftRoutes(): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/drift',
      operationId: 'getPresentationDrift',
      summary: 'Compare a presentation with its current deck',
      description: 'Lists the slides, FAQs and prices that differ. Changes nothing.',
      responses: { 200: wrapped('drift', driftView, 'The differences.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const presentation = await readPresentation(scope, path('presentationId'));
        return { body: { drift: driftView.write(await readDrift(scope, presentation)) } };
      },
    }),
  ];
}
