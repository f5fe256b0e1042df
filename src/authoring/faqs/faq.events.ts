import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

interface FaqFacts {
  faqId: string;
  userQuestion: string;
}

const { id, text, changed } = eventData;
const facts = {
  faqId: { ...id, description: 'The FAQ.' },
  userQuestion: { ...text, description: 'The question that it answers.' },
};
const sample = { faqId: sampleId, userQuestion: 'How long does the work take?' };

export const faqCreated = eventType<FaqFacts>(
  'faq.created',
  'A FAQ was added to a deck.',
  'A FAQ was added to {{deck.name}}.',
  facts,
  sample,
);
/** Recorded with each change; `changed` names the fields. */
export const faqUpdated = eventType<FaqFacts & { changed: string[] }>(
  'faq.updated',
  'A FAQ was changed.',
  'A FAQ of {{deck.name}} was changed.',
  { ...facts, changed },
  { ...sample, changed: ['userQuestion'] },
);
/** Recorded when a FAQ is deleted by itself, not with its deck. */
export const faqDeleted = eventType<FaqFacts>(
  'faq.deleted',
  'A FAQ was deleted from a deck.',
  'A FAQ was deleted from {{deck.name}}.',
  facts,
  sample,
);
