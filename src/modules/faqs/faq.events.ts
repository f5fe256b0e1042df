import { eventType } from '../../events/event-type.ts';

interface FaqFacts {
  id: string;
  userQuestion: string;
}

export const faqCreated = eventType<FaqFacts>('faq.created', 'A FAQ was added to a deck.');
export const faqUpdated = eventType<FaqFacts & { changed: string[] }>('faq.updated', 'A FAQ was changed.');
export const faqDeleted = eventType<FaqFacts>('faq.deleted', 'A FAQ was taken out of a deck.');
