import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { PreviewOfferInput } from './offer-preview.inputs.ts';
import type { OfferPreviewService } from './offer-preview.service.ts';
import { offerPreviewView } from './offer-preview.types.ts';

export function offerPreviewRoutes(previews: OfferPreviewService): Route[] {
  return [
    route({
      tag: 'Slides',
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/offers/preview',
      operationId: 'previewOffer',
      summary: 'Price an offer without storing it',
      description:
        'Checks and prices the offer as presentations of the deck would, with the placeholders for a homeowner as they are written. An Idempotency-Key has no effect.',
      body: PreviewOfferInput,
      isRead: true,
      responses: { 200: wrapped('preview', offerPreviewView, 'The prices of the offer.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const preview = await previews.preview(scope, path('deckId'), body);
        return { body: { preview: offerPreviewView.write(preview) } };
      },
    }),
  ];
}
