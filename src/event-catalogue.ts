import {
  deliveryDead,
  fanOutDead,
  subscriptionDisabled,
  subscriptionRecovered,
  testPing,
} from './delivery/delivery.events.ts';
import { type EventType, isStreamOnly } from './events/event-type.ts';
import { jobDead } from './jobs/dead-job.events.ts';
import { contractEvents } from './modules/contracts/contract.events.ts';
import { deckCreated, deckDeleted, deckUpdated } from './modules/decks/deck.events.ts';
import { faqCreated, faqDeleted, faqUpdated } from './modules/faqs/faq.events.ts';
import {
  presentationCreated,
  presentationFailed,
  presentationProgressed,
  presentationReady,
  presentationTierSelected,
} from './modules/presentations/presentation.events.ts';
import { slideCreated, slideDeleted, slidesReordered, slideUpdated } from './modules/slides/slide.events.ts';

/** Every type of event that this product records itself. Others may be published from outside. */
export const eventCatalogue: readonly EventType[] = [
  deckCreated,
  deckUpdated,
  deckDeleted,
  slideCreated,
  slideUpdated,
  slideDeleted,
  slidesReordered,
  faqCreated,
  faqUpdated,
  faqDeleted,
  presentationCreated,
  presentationProgressed,
  presentationReady,
  presentationFailed,
  presentationTierSelected,
  ...Object.values(contractEvents),
  subscriptionDisabled,
  subscriptionRecovered,
  deliveryDead,
  fanOutDead,
  jobDead,
  testPing,
];

/** Those that channels send: what the doors list. */
export const deliveredTypes: readonly EventType[] = eventCatalogue.filter(({ name }) => !isStreamOnly(name));
