import { listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { etag, noContent, type Route, route, wrapped, wrappedList } from '../../http/route.ts';
import { id, json, nullable, text, time, view } from '../../http/view.ts';
import type { Deck } from './deck.entity.ts';
import { CreateDeckInput, UpdateDeckInput } from './deck.inputs.ts';
import { listDecks, readDeck } from './deck.reader.ts';
import type { DeckService } from './deck.service.ts';

const deckView = view<Deck>('Deck', {
  id,
  name: text,
  description: nullable(text),
  brandName: nullable(text),
  currency: text,
  defaultLanguage: text,
  variables: json,
  createdAt: time,
  updatedAt: time,
});

const shared = { tag: 'Decks', extension: true } as const;

export function deckRoutes(decks: DeckService): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks',
      summary: 'Create a deck',
      body: CreateDeckInput,
      answers: { 201: wrapped('deck', deckView, 'The new deck.') },
      handle: async ({ scope, body }) => {
        const deck = await decks.create(scope, body);
        const headers = { Location: `/api/decks/${deck.id}`, ...etag(deck) };
        return { status: 201, body: { deck: deckView.write(deck) }, headers };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks',
      summary: 'List decks, oldest first',
      query: {
        ...pageQuery,
        search: { schema: { type: 'string', maxLength: 200 }, description: 'A text in name, description or brand.' },
      },
      answers: { 200: wrappedList('decks', deckView, 'A page of decks.') },
      handle: async (request) => {
        const { search } = request.query;
        return listAnswer('decks', deckView, await listDecks(request.scope, { ...pageRequest(request), search }));
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks/{deckId}',
      summary: 'Read a deck',
      answers: { 200: wrapped('deck', deckView, 'The deck.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const deck = await readDeck(scope, path('deckId'));
        return { body: { deck: deckView.write(deck) }, headers: etag(deck) };
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      path: '/api/decks/{deckId}',
      summary: 'Change a deck',
      body: UpdateDeckInput,
      answers: { 200: wrapped('deck', deckView, 'The deck as it is now.') },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const deck = await decks.update(scope, path('deckId'), body, ifVersion);
        return { body: { deck: deckView.write(deck) }, headers: etag(deck) };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: '/api/decks/{deckId}',
      summary: 'Delete a deck with its slides, FAQs, presentations and unsigned contracts',
      answers: { 204: noContent },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await decks.delete(scope, path('deckId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
