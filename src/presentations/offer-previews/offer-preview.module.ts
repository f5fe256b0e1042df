import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { OfferPreviewResolver } from './offer-preview.resolver.ts';
import { offerPreviewRoutes } from './offer-preview.routes.ts';
import type { OfferPreviewService } from './offer-preview.service.ts';

interface Dependencies {
  readonly offerPreviews: OfferPreviewService;
}

/** The prices of offers that are being written. */
export const offerPreviewModule: Module<Dependencies> = {
  operations: { previewOffer: needs('decks:read', 'Query.previewOffer') },
  resolvers: [OfferPreviewResolver],
  instances: ({ offerPreviews }) => [new OfferPreviewResolver(offerPreviews)],
  routes: ({ offerPreviews }) => offerPreviewRoutes(offerPreviews),
};
