import { DeliveryResolver } from '../delivery/delivery.resolver.ts';
import { deliveryRoutes } from '../delivery/delivery.routes.ts';
import { filterRoutes } from '../delivery/filter.routes.ts';
import { PolicyResolver } from '../delivery/policy.resolver.ts';
import { policyRoutes } from '../delivery/policy.routes.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { EventResolver } from '../events/event.resolver.ts';
import { eventRoutes } from '../events/event.routes.ts';
import { healthRoutes } from '../http/health.routes.ts';
import type { Readiness } from '../http/readiness.ts';
import type { Route } from '../http/route.ts';
import type { ContractPrinter } from '../modules/contracts/contract-printer.ts';
import { ContractResolver } from '../modules/contracts/contract.resolver.ts';
import { contractRoutes } from '../modules/contracts/contract.routes.ts';
import { DeckResolver } from '../modules/decks/deck.resolver.ts';
import { deckRoutes } from '../modules/decks/deck.routes.ts';
import { FaqResolver } from '../modules/faqs/faq.resolver.ts';
import { faqRoutes } from '../modules/faqs/faq.routes.ts';
import { placeholderRoutes } from '../modules/placeholders/placeholder.routes.ts';
import { audioRoutes } from '../modules/presentations/audio.routes.ts';
import { presentationDriftRoutes } from '../modules/presentations/presentation-drift.routes.ts';
import { PresentationResolver } from '../modules/presentations/presentation.resolver.ts';
import { presentationRoutes } from '../modules/presentations/presentation.routes.ts';
import { SlideResolver } from '../modules/slides/slide.resolver.ts';
import { slideRoutes } from '../modules/slides/slide.routes.ts';
import { SubscriptionResolver } from '../modules/subscriptions/subscription.resolver.ts';
import { subscriptionRoutes } from '../modules/subscriptions/subscription.routes.ts';
import { TranslationResolver } from '../modules/translations/translation.resolver.ts';
import { translationRoutes } from '../modules/translations/translation.routes.ts';
import type { Core } from './core.ts';
import type { UseCases } from './use-cases.ts';

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
}: UseCases): object[] {
  return [
    new DeckResolver(decks),
    new SlideResolver(slides),
    new FaqResolver(faqs),
    new PresentationResolver(presentations),
    new TranslationResolver(translations),
    new ContractResolver(contracts),
    new SubscriptionResolver(subscriptions),
    new EventResolver(events, eventCatalogue),
    new DeliveryResolver(deliveries),
    new PolicyResolver(policies),
  ];
}

/** Every route of the REST door. */
export function createRoutes(
  useCases: UseCases,
  { speech }: Core,
  printer: ContractPrinter,
  readiness: Readiness,
): Route[] {
  return [
    ...deckRoutes(useCases.decks),
    ...slideRoutes(useCases.slides),
    ...faqRoutes(useCases.faqs),
    ...presentationRoutes(useCases.presentations),
    ...audioRoutes(speech.store),
    ...presentationDriftRoutes(),
    ...placeholderRoutes(),
    ...translationRoutes(useCases.translations, useCases.slides, useCases.faqs),
    ...contractRoutes(useCases.contracts, printer),
    ...subscriptionRoutes(useCases.subscriptions),
    ...deliveryRoutes(useCases.deliveries),
    ...policyRoutes(useCases.policies),
    ...filterRoutes(),
    ...eventRoutes(useCases.events, eventCatalogue),
    ...healthRoutes(readiness),
  ];
}
