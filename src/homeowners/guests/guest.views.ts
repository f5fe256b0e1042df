import { PricingTier } from '../../engines/pricing/tier-price.ts';
import {
  decimal,
  flag,
  id,
  integer,
  json,
  list,
  nested,
  nullable,
  oneOf,
  signedLink,
  text,
  time,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { brandView } from '../../authoring/brands/brand.attributes.ts';
import { ContractStatus } from '../../contracts/contracts/contract-status.ts';
import { ContractSigner } from '../../contracts/signatures/signature.attributes.ts';
import { signatureDrawingView } from '../../contracts/signatures/signature-drawing.attributes.ts';
import { SlideTiming } from '../../presentations/personalisation/presentation.snapshot.ts';
import { PresentationStatus } from '../../presentations/presentations/presentation.entity.ts';
import type { Replacement } from './guest-changes.ts';
import { type GuestContract, guestSignatureView } from './guest.contract.ts';
import {
  always,
  type GuestFaq,
  guestFaqAttributes,
  guestOfferView,
  type GuestPresentation,
  type GuestSlide,
  guestSlideAttributes,
} from './guest.presentation.ts';

const spokenFields = {
  timing: nullable(oneOf(SlideTiming)),
  durationSeconds: nullable(decimal),
  captionsUrl: signedLink(always),
};

const slideView = view<GuestSlide>('GuestSlide', {
  ...viewOf(guestSlideAttributes),
  sourceSlideId: id,
  language: nullable(text),
  ...spokenFields,
});

const faqView = view<GuestFaq>('GuestFAQ', { ...viewOf(guestFaqAttributes), language: text, ...spokenFields });

/** A presentation as the guest of a link sees it. */
export const guestPresentationView = view<GuestPresentation>('GuestPresentation', {
  presentationId: id,
  version: integer,
  stateTag: text,
  contractsTag: nullable(text),
  status: oneOf(PresentationStatus),
  title: text,
  brandName: nullable(text),
  brand: nullable(nested(brandView)),
  homeownerName: text,
  language: text,
  maySign: flag,
  isWatched: flag,
  slides: list(nested(slideView)),
  faqs: list(nested(faqView)),
  offers: list(nested(guestOfferView)),
});

/** A contract as the guest of a link sees it. */
export const guestContractView = view<GuestContract>('GuestContract', {
  contractId: id,
  slideId: nullable(id),
  status: oneOf(ContractStatus),
  expiresAt: nullable(time),
  document: json,
  documentHash: text,
  coSigner: nullable(text),
  signatures: list(nested(guestSignatureView)),
  missingSigners: list(oneOf(ContractSigner)),
  tier: nullable(oneOf(PricingTier)),
  signerName: nullable(text),
  signatureDrawing: nullable(nested(signatureDrawingView)),
  signedAt: nullable(time),
  notice: nullable(json),
  rescindableUntil: nullable(time),
  mayRescind: flag,
  rescindedAt: nullable(time),
  declineReason: nullable(text),
  pdfUrl: signedLink(always),
});

const replacementView = view<Replacement>('Replacement', {
  op: { schema: { const: 'replace' }, write: (op) => op },
  path: text,
  value: { schema: {}, write: (value) => value },
});

/** What has changed since the event before, as a JSON Patch (RFC 6902). */
export const guestChangesView = view<{ readonly changes: readonly Replacement[] }>('GuestPresentationChanges', {
  changes: list(nested(replacementView)),
});
