import { created, type Route, route, wrapped } from '../../kit/http/index.ts';
import { deckView, newDeckResponse } from '../decks/deck.routes.ts';
import { DuplicateDeckInput } from './deck-copy.inputs.ts';
import type { DeckCopyService } from './deck-copy.service.ts';

export function deckCopyRoutes(copies: DeckCopyService): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/duplicate',
      operationId: 'duplicateDeck',
      summary: 'Copy a deck with its slides, FAQs, translations and brand',
      description:
        'Presentations and subscriptions stay with the deck that is copied. The copy has new ids, and the same slideIds.',
      body: DuplicateDeckInput,
      responses: { 201: created(wrapped('deck', deckView, 'The copy.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path, body }) => newDeckResponse(await copies.duplicate(scope, path('deckId'), body)),
    }),
  ];
}
