import type { Config } from '../config.ts';
import { DeliveryService } from '../notifications/operations/delivery.service.ts';
import { PolicyService } from '../notifications/policies/policy.service.ts';
import { EventService } from '../events/event.service.ts';
import { DeadJobService } from '../modules/dead-jobs/dead-job.service.ts';
import { ApiKeyService } from '../modules/keys/api-key.service.ts';
import { ContractService } from '../modules/contracts/contract.service.ts';
import { deckExists } from '../modules/decks/deck.reader.ts';
import { DeckService } from '../modules/decks/deck.service.ts';
import { FaqService } from '../modules/faqs/faq.service.ts';
import { PresentationService } from '../modules/presentations/presentation.service.ts';
import { SlideService } from '../modules/slides/slide.service.ts';
import { SubscriptionService } from '../notifications/operations/subscription.service.ts';
import { TranslationService } from '../modules/translations/translation.service.ts';
import { DeepL } from '../engines/translation/deepl.ts';
import type { Core } from './core.ts';

/** The use cases that have objects of their own; reads are plain functions. */
export interface UseCases {
  readonly decks: DeckService;
  readonly slides: SlideService;
  readonly faqs: FaqService;
  readonly presentations: PresentationService;
  readonly translations: TranslationService;
  readonly contracts: ContractService;
  readonly subscriptions: SubscriptionService;
  readonly publishing: EventService;
  readonly deliveries: DeliveryService;
  readonly policies: PolicyService;
  readonly deadJobs: DeadJobService;
  readonly apiKeys: ApiKeyService;
}

/** Builds every use case once. REST and GraphQL share them. */
export function createUseCases(
  config: Config,
  { catalogue, events, feeds, jobs, wakeUps, keyRing, channels, secrets, pings, speech }: Core,
): UseCases {
  const { deeplApiKey: apiKey, deeplUrl: url } = config.translation;
  const [slides, faqs] = [new SlideService(events), new FaqService(events)];
  return {
    decks: new DeckService(events),
    slides,
    faqs,
    presentations: new PresentationService({
      events,
      jobs,
      feed: feeds.events,
      isSpoken: speech.speaker !== null,
      timeZone: config.timeZone,
    }),
    translations: new TranslationService(apiKey === null ? null : new DeepL({ apiKey, url }), slides, faqs),
    contracts: new ContractService(events, jobs, config.contracts.validDays),
    subscriptions: new SubscriptionService(channels, secrets, config.secrets.overlapSeconds, pings, jobs),
    publishing: new EventService(events, feeds.events, deckExists, catalogue.nodes.typeOf),
    deliveries: new DeliveryService(pings, wakeUps),
    policies: new PolicyService(pings),
    deadJobs: new DeadJobService(jobs),
    apiKeys: new ApiKeyService(() => {
      keyRing.forget();
      wakeUps.accessChanged();
    }),
  };
}
