import type { Config } from '../config.ts';
import { SessionCookie } from '../kit/rights/index.ts';
import { DeliveryService } from '../delivery/operations/delivery.service.ts';
import { EmailPreviews } from '../delivery/mails/preview-email.ts';
import { PlaygroundService } from '../delivery/playground/playground.service.ts';
import { PolicyService } from '../delivery/policies/policy.service.ts';
import { EventService } from '../delivery/events/event.service.ts';
import { AddOnService } from '../contracts/add-ons/add-on.service.ts';
import { DeadJobService } from '../delivery/dead-jobs/dead-job.service.ts';
import { ApiKeyService } from '../trust/keys/api-key.service.ts';
import { requireChangeable } from '../contracts/contracts/changeable-presentation.ts';
import { ContractService } from '../contracts/contracts/contract.service.ts';
import { decksById, missingDeck } from '../authoring/decks/deck.reader.ts';
import { DeckSize } from '../authoring/decks/deck-size.ts';
import { DeckCopyService } from '../authoring/copies/deck-copy.service.ts';
import { DeckFileService } from '../authoring/copies/deck-file.service.ts';
import { DeckService } from '../authoring/decks/deck.service.ts';
import { ImageService } from '../authoring/images/image.service.ts';
import { faqContent } from '../authoring/faqs/faq.entity.ts';
import { FaqService } from '../authoring/faqs/faq.service.ts';
import { admitAudio } from '../presentations/recordings/audio.reader.ts';
import { GuestService } from '../homeowners/guests/guest.service.ts';
import { countForLink } from '../homeowners/links/guest-link.ts';
import { PresentationLinkService } from '../homeowners/links/presentation-link.service.ts';
import { OfferPreviewService } from '../presentations/offer-previews/offer-preview.service.ts';
import { SpeechPreviewService } from '../presentations/speech-previews/speech-preview.service.ts';
import { mailFactsIn } from '../presentations/mail-facts/mail-facts.reader.ts';
import { PresentationService } from '../presentations/presentations/presentation.service.ts';
import { PresentationUpdateService } from '../presentations/updates/presentation-update.service.ts';
import { PrivacyService } from '../homeowners/privacy/privacy.service.ts';
import { FaqSearch } from '../homeowners/questions/faq-search.ts';
import { QuestionService } from '../homeowners/questions/question.service.ts';
import { RescissionService } from '../contracts/rescission/rescission.service.ts';
import { SessionService } from '../trust/sessions/session.service.ts';
import { slideContent } from '../authoring/slides/slide.entity.ts';
import { SlideService } from '../authoring/slides/slide.service.ts';
import { SubscriptionService } from '../delivery/operations/subscription.service.ts';
import { TranslationService } from '../authoring/translations/translation.service.ts';
import { createQuotas, type Quotas } from '../trust/usage/quotas.ts';
import { DeepL } from '../engines/translation/deepl.ts';
import type { Core } from './core.ts';
import { isSecure } from '../kit/core/index.ts';

/** The use cases that have objects of their own; reads are plain functions. */
export interface UseCases {
  readonly decks: DeckService;
  readonly deckCopies: DeckCopyService;
  readonly deckFiles: DeckFileService;
  readonly images: ImageService;
  readonly size: DeckSize;
  readonly slides: SlideService;
  readonly faqs: FaqService;
  readonly presentations: PresentationService;
  readonly presentationUpdates: PresentationUpdateService;
  readonly offerPreviews: OfferPreviewService;
  readonly speechPreviews: SpeechPreviewService;
  readonly addOns: AddOnService;
  readonly translations: TranslationService;
  readonly contracts: ContractService;
  readonly rescissions: RescissionService;
  readonly subscriptions: SubscriptionService;
  readonly publishing: EventService;
  readonly deliveries: DeliveryService;
  readonly playground: PlaygroundService;
  readonly policies: PolicyService;
  readonly emailPreviews: EmailPreviews;
  readonly deadJobs: DeadJobService;
  readonly apiKeys: ApiKeyService;
  readonly links: PresentationLinkService;
  readonly guests: GuestService;
  readonly questions: QuestionService;
  readonly privacy: PrivacyService;
  readonly sessions: SessionService;
  /** What they charge to keys. */
  readonly quotas: Quotas;
}

/** Builds every use case once. REST and GraphQL share them. */
export function createUseCases(
  config: Config,
  {
    catalogue,
    newScope,
    events,
    feeds,
    jobs,
    wakeUps,
    keyRing,
    channels,
    mailWriter,
    secrets,
    vault,
    pings,
    speech,
    imageFiles,
  }: Core,
): UseCases {
  const quotas = createQuotas(config.quotas);
  const { subscriptions: quota } = quotas;
  const { overlapSeconds } = config.secrets;
  const accessChanged = (): void => {
    keyRing.forget();
    wakeUps.accessChanged();
  };
  const size = new DeckSize([slideContent, faqContent]);
  const slides = new SlideService(events, admitAudio, size);
  const faqs = new FaqService(events, admitAudio, size);
  const links = new PresentationLinkService(events, wakeUps.accessChanged);
  const presentations = new PresentationService({
    events,
    linkPlayer: links.linkPlayer,
    countForLink,
    jobs,
    feed: feeds.events,
    isSpoken: speech.speaker !== null,
    timeZone: config.timeZone,
    quotas,
    size,
  });
  const { contracts, rescissions } = agreements(config, events, jobs);
  const addOns = new AddOnService(events, countForLink);
  const faqSearch = new FaqSearch();
  wakeUps.on('erased', faqSearch.clear);
  const privacy = new PrivacyService({ events, jobs, speech, vault, holdDays: config.contracts.holdDays });
  const decks = new DeckService(events, privacy);
  const images = new ImageService({ ...imageFiles, stored: quotas.stored });
  return {
    quotas,
    decks,
    deckCopies: new DeckCopyService(events),
    deckFiles: new DeckFileService({ decks, slides, faqs, images, imageStore: imageFiles.store }),
    images,
    size,
    slides,
    faqs,
    presentations,
    presentationUpdates: new PresentationUpdateService({ events, jobs, speech, quotas, size, requireChangeable }),
    offerPreviews: new OfferPreviewService(config.timeZone),
    speechPreviews: new SpeechPreviewService({ speech, jobs, quota: quotas.speech, timeZone: config.timeZone }),
    addOns,
    translations: new TranslationService(translatorOf(config), slides, faqs),
    contracts,
    rescissions,
    subscriptions: new SubscriptionService({
      events,
      channels,
      secrets,
      overlapSeconds,
      pings,
      jobs,
      quota,
      missingDeck,
    }),
    publishing: new EventService(events, feeds.events, decksById, catalogue.nodes.typesById, quotas, newScope),
    deliveries: new DeliveryService(pings, wakeUps),
    playground: new PlaygroundService(),
    policies: new PolicyService(pings),
    emailPreviews: new EmailPreviews(mailWriter, catalogue.deliveredTypes, mailFactsIn),
    deadJobs: new DeadJobService(jobs),
    links,
    guests: new GuestService({ presentations, addOns, contracts, rescissions }),
    questions: new QuestionService(events, faqSearch),
    privacy,
    apiKeys: new ApiKeyService(accessChanged, missingDeck),
    sessions: new SessionService(new SessionCookie(isSecure(config.http)), accessChanged),
  };
}

function agreements(
  { contracts: { validDays } }: Config,
  events: Core['events'],
  jobs: Core['jobs'],
): Pick<UseCases, 'contracts' | 'rescissions'> {
  return { contracts: new ContractService(events, jobs, validDays), rescissions: new RescissionService(events) };
}

function translatorOf({ translation: { deeplApiKey: apiKey, deeplUrl: url } }: Config): DeepL | null {
  return apiKey === null ? null : new DeepL({ apiKey, url });
}
