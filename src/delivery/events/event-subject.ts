import type { Event } from './event.entity.ts';

/** What the types of events are about, by their first word: the type of the object, and the member of the data that has its id. */
const subjects: Readonly<Record<string, readonly [type: string, member: string]>> = {
  contract: ['Contract', 'contractId'],
  delivery: ['Delivery', 'deliveryId'],
  fan_out: ['Event', 'eventId'],
  faq: ['Faq', 'faqId'],
  job: ['DeadJob', 'jobId'],
  link: ['PresentationLink', 'linkId'],
  presentation: ['Presentation', 'presentationId'],
  question: ['Presentation', 'presentationId'],
  slide: ['Slide', 'sourceSlideId'],
  subscription: ['NotificationSubscription', 'subscriptionId'],
  test: ['NotificationSubscription', 'subscriptionId'],
  tier: ['Slide', 'sourceSlideId'],
};

interface Subject {
  readonly type: string;
  readonly id: string;
}

/** Names the object that an event is about. Null for an event of another type, and where its data have no such member. */
export function eventSubject({ type, data, deckId }: Pick<Event, 'type' | 'data' | 'deckId'>): Subject | null {
  const [noun = '', action] = type.split('.');
  // The slides of a deck are in a new order.
  if (noun === 'deck' || (noun === 'slide' && action === 'reordered'))
    return deckId === null ? null : { type: 'Deck', id: deckId };
  const [of, member] = subjects[noun] ?? [];
  const id = member === undefined ? null : data[member];
  return of === undefined || typeof id !== 'string' ? null : { type: of, id };
}
