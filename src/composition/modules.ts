import { deadNoticeModule } from '../delivery/dead-notices/dead-notice.module.ts';
import { dispatchModule } from '../delivery/dispatch/dispatch.module.ts';
import { fanOutModule } from '../delivery/fan-out/fan-out.module.ts';
import { playgroundModule } from '../delivery/playground/playground.module.ts';
import { statisticsModule } from '../delivery/statistics/statistics.module.ts';
import { filterModule } from '../delivery/filters/filter.module.ts';
import { deliveryModule } from '../delivery/operations/delivery.module.ts';
import { mailModule } from '../delivery/mails/mail.module.ts';
import { eventTypeModule } from '../delivery/event-types/event-type.module.ts';
import { eventModule } from '../delivery/events/event.module.ts';
import { deadJobModule } from '../delivery/dead-jobs/dead-job.module.ts';
import type { Module } from '../kit/module.ts';
import { addOnModule } from '../contracts/add-ons/add-on.module.ts';
import { auditModule } from '../trust/audit/audit.module.ts';
import { apiKeyModule } from '../trust/keys/api-key.module.ts';
import { brandModule } from '../authoring/brands/brand.module.ts';
import { contractPdfModule } from '../contracts/contract-pdf/contract-pdf.module.ts';
import { contractStreamModule } from '../contracts/contract-streams/contract-stream.module.ts';
import { contractModule } from '../contracts/contracts/contract.module.ts';
import { deckCopyModule } from '../authoring/copies/deck-copy.module.ts';
import { deckModule } from '../authoring/decks/deck.module.ts';
import { driftModule } from '../presentations/drift/drift.module.ts';
import { imageModule } from '../authoring/images/image.module.ts';
import { faqModule } from '../authoring/faqs/faq.module.ts';
import { guestModule } from '../homeowners/guests/guest.module.ts';
import { linkModule } from '../homeowners/links/link.module.ts';
import { placeholderModule } from '../authoring/placeholders/placeholder.module.ts';
import { presentationStreamModule } from '../presentations/presentation-streams/presentation-stream.module.ts';
import { presentationModule } from '../presentations/presentations/presentation.module.ts';
import { presentationUpdateModule } from '../presentations/updates/presentation-update.module.ts';
import { presentingModule } from '../homeowners/presenting/presenting.module.ts';
import { privacyModule } from '../homeowners/privacy/privacy.module.ts';
import { questionModule } from '../homeowners/questions/question.module.ts';
import { recordingModule } from '../presentations/recordings/recording.module.ts';
import { rescissionModule } from '../contracts/rescission/rescission.module.ts';
import { sessionModule } from '../trust/sessions/session.module.ts';
import { slideModule } from '../authoring/slides/slide.module.ts';
import { subscriptionModule } from '../delivery/operations/subscription.module.ts';
import { offerPreviewModule } from '../presentations/offer-previews/offer-preview.module.ts';
import { speechPreviewModule } from '../presentations/speech-previews/speech-preview.module.ts';
import { policyModule } from '../delivery/policies/policy.module.ts';
import { statusModule } from '../trust/status/status.module.ts';
import { usageModule } from '../trust/usage/usage.module.ts';
import { translationModule } from '../authoring/translations/translation.module.ts';
import { engagementModule } from '../homeowners/engagement/engagement.module.ts';
import type { ModuleDependencies } from './open-modules.ts';
import type { Work } from './work.ts';
import { catalogueOf } from './catalogue.ts';

/** Every module. A new one is its folder and one line here. */
const productModules: readonly Module<ModuleDependencies, Work>[] = [
  deckModule,
  deckCopyModule,
  brandModule,
  slideModule,
  imageModule,
  faqModule,
  presentationModule,
  presentationStreamModule,
  presentationUpdateModule,
  offerPreviewModule,
  speechPreviewModule,
  presentingModule,
  linkModule,
  addOnModule,
  guestModule,
  questionModule,
  engagementModule,
  recordingModule,
  driftModule,
  placeholderModule,
  translationModule,
  contractModule,
  contractStreamModule,
  contractPdfModule,
  rescissionModule,
  subscriptionModule,
  dispatchModule,
  deadNoticeModule,
  deliveryModule,
  statisticsModule,
  playgroundModule,
  fanOutModule,
  policyModule,
  filterModule,
  mailModule,
  eventModule,
  eventTypeModule,
  deadJobModule,
  apiKeyModule,
  sessionModule,
  privacyModule,
  auditModule,
  usageModule,
  statusModule,
];

export const catalogue = catalogueOf(productModules);
