import { eventData, eventType } from '../../platform/live/event-type.ts';

const { text, changed } = eventData;
const sample = { name: 'Roof and solar at the kitchen table' };

export const deckCreated = eventType<{ name: string }>('deck.created', 'A deck was made.', { name: text }, sample);
export const deckUpdated = eventType<{ name: string; changed: string[] }>(
  'deck.updated',
  'A deck was changed.',
  { name: text, changed },
  { ...sample, changed: ['name'] },
);
export const deckDeleted = eventType<{ name: string }>(
  'deck.deleted',
  'A deck and all in it was deleted.',
  { name: text },
  sample,
);
