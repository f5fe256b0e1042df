import { readContents } from '../decks/deck-contents.ts';
import { maxListed } from '../../kit/data/index.ts';
import { listResponse, pageQuery, pageRequest, type Route, route, wrappedList } from '../../kit/http/index.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { placeholderPage, placeholderView } from './placeholder.ts';

export function placeholderRoutes(): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/placeholders',
      operationId: 'listPlaceholders',
      summary: 'List the placeholders of a deck with the texts that use them',
      description: `An unknown name comes with the most similar known one. Returns up to ${maxListed} unless limit is set; follow the Link header for more pages.`,
      query: pageQuery,
      responses: { 200: wrappedList('placeholders', placeholderView, 'In the order of first use.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const contents = await readContents(request.scope, await readDeck(request.scope, request.path('deckId')));
        return listResponse('placeholders', placeholderView, await placeholderPage(contents, pageRequest(request)));
      },
    }),
  ];
}
