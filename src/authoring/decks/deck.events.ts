import { eventData, eventType } from '../../kit/live/index.ts';

const { text, changed } = eventData;
const facts = { name: { ...text, description: 'The name of the deck.' } };
const sample = { name: 'Roof and solar at the kitchen table' };

export const deckCreated = eventType<{ name: string }>(
  'deck.created',
  'A deck was created.',
  'The deck {{data.name}} was created.',
  facts,
  sample,
);
/** Recorded when fields of the deck change, not when its slides or FAQs do. */
export const deckUpdated = eventType<{ name: string; changed: string[] }>(
  'deck.updated',
  'A deck was changed.',
  'The deck {{data.name}} was changed.',
  { ...facts, changed },
  { ...sample, changed: ['name'] },
);
/** Recorded when a deck is deleted; nothing is recorded for its slides, FAQs and presentations. */
export const deckDeleted = eventType<{ name: string }>(
  'deck.deleted',
  'A deck was deleted with its contents.',
  'The deck {{data.name}} was deleted.',
  facts,
  sample,
);
