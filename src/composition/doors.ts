import { DeliveryResolver } from '../delivery/delivery.resolver.ts';
import { deliveryRoutes } from '../delivery/delivery.routes.ts';
import { FanOutResolver } from '../delivery/fan-out.resolver.ts';
import { fanOutRoutes } from '../delivery/fan-out.routes.ts';
import { filterRoutes } from '../delivery/filter.routes.ts';
import { PolicyResolver } from '../delivery/policy.resolver.ts';
import { policyRoutes } from '../delivery/policy.routes.ts';
import { deliveredTypes, eventCatalogue } from '../event-catalogue.ts';
import { EventResolver } from '../events/event.resolver.ts';
import { eventRoutes } from '../events/event.routes.ts';
import { typeCheck } from '../events/type-warnings.ts';
import type { Streams } from '../graphql/context.ts';
import { healthRoutes } from '../http/health.routes.ts';
import type { Readiness } from '../http/readiness.ts';
import type { Route } from '../http/route.ts';
import { DeadJobResolver } from '../jobs/dead-job.resolver.ts';
import { deadJobRoutes } from '../jobs/dead-job.routes.ts';
import type { ContractPrinter } from '../modules/contracts/contract-printer.ts';
import { ContractResolver } from '../modules/contracts/contract.resolver.ts';
import { contractRoutes } from '../modules/contracts/contract.routes.ts';
import { deckStreamRoutes } from '../modules/decks/deck-stream.routes.ts';
import { DeckResolver } from '../modules/decks/deck.resolver.ts';
import { deckRoutes } from '../modules/decks/deck.routes.ts';
import { FaqResolver } from '../modules/faqs/faq.resolver.ts';
import { faqRoutes } from '../modules/faqs/faq.routes.ts';
import { placeholderRoutes } from '../modules/placeholders/placeholder.routes.ts';
import { audioRoutes } from '../modules/presentations/audio.routes.ts';
import { presentationDriftRoutes } from '../modules/presentations/presentation-drift.routes.ts';
import { presentationStreamRoutes } from '../modules/presentations/presentation-stream.routes.ts';
import { PresentationResolver } from '../modules/presentations/presentation.resolver.ts';
import { presentationRoutes } from '../modules/presentations/presentation.routes.ts';
import { SlideResolver } from '../modules/slides/slide.resolver.ts';
import { slideRoutes } from '../modules/slides/slide.routes.ts';
import { SubscriptionResolver } from '../modules/subscriptions/subscription.resolver.ts';
import { subscriptionRoutes } from '../modules/subscriptions/subscription.routes.ts';
import { TranslationResolver } from '../modules/translations/translation.resolver.ts';
import { translationRoutes } from '../modules/translations/translation.routes.ts';
import type { Semaphore } from '../semaphore.ts';
import type { Core } from './core.ts';
import type { UseCases } from './use-cases.ts';

const warningsOf = typeCheck(eventCatalogue);

/** The resolvers that need use cases. */
export function createResolvers({
  decks,
  slides,
  faqs,
  presentations,
  translations,
  contracts,
  subscriptions,
  events,
  deliveries,
  policies,
  deadJobs,
}: UseCases): object[] {
  return [
    new DeckResolver(decks),
    new SlideResolver(slides),
    new FaqResolver(faqs),
    new PresentationResolver(presentations),
    new TranslationResolver(translations),
    new ContractResolver(contracts),
    new SubscriptionResolver(subscriptions, warningsOf),
    new EventResolver(events, deliveredTypes, warningsOf),
    new DeliveryResolver(deliveries),
    new FanOutResolver(deliveries),
    new PolicyResolver(policies),
    new DeadJobResolver(deadJobs),
  ];
}

/** Every route of the REST door. */
export function createRoutes(
  useCases: UseCases,
  { speech }: Core,
  printer: ContractPrinter,
  readiness: Readiness,
  live: { readonly streams: Streams; readonly reads: Semaphore },
): Route[] {
  return [
    ...deckRoutes(useCases.decks),
    ...deckStreamRoutes(live.streams.deck, live.reads),
    ...slideRoutes(useCases.slides),
    ...faqRoutes(useCases.faqs),
    ...presentationRoutes(useCases.presentations),
    ...presentationStreamRoutes(live.streams.presentation, live.reads),
    ...audioRoutes(speech.store),
    ...presentationDriftRoutes(),
    ...placeholderRoutes(),
    ...translationRoutes(useCases.translations, useCases.slides, useCases.faqs),
    ...contractRoutes(useCases.contracts, printer),
    ...subscriptionRoutes(useCases.subscriptions, warningsOf),
    ...deliveryRoutes(useCases.deliveries),
    ...fanOutRoutes(useCases.deliveries),
    ...policyRoutes(useCases.policies),
    ...filterRoutes(),
    ...eventRoutes(useCases.events, deliveredTypes, warningsOf),
    ...deadJobRoutes(useCases.deadJobs),
    ...healthRoutes(readiness),
  ];
}
