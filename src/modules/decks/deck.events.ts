import { eventType } from '../../events/event-type.ts';

export const deckCreated = eventType<{ name: string }>('deck.created', 'A deck was made.');
export const deckUpdated = eventType<{ name: string; changed: string[] }>('deck.updated', 'A deck was changed.');
export const deckDeleted = eventType<{ name: string }>('deck.deleted', 'A deck and all in it was deleted.');
