import { type Route, route, wrappedList } from '../../http/route.ts';
import { flag, id, list, nested, nullable, text, view } from '../../http/view.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { readContents } from '../presentations/presentation.reader.ts';
import { type DeckPlaceholder, placeholdersOf, type PlaceholderUse } from './placeholder.ts';

const useView = view<PlaceholderUse>('PlaceholderUse', {
  id: nullable(id),
  slideId: nullable(text),
  faqId: nullable(id),
  field: text,
  hasDefault: flag,
});

const placeholderView = view<DeckPlaceholder>('DeckPlaceholder', {
  name: text,
  isKnown: flag,
  hasVariable: flag,
  nearest: nullable(text),
  problem: nullable(text),
  uses: list(nested(useView)),
});

export function placeholderRoutes(): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/placeholders',
      summary: 'List the placeholders that the texts of a deck use, and where',
      answers: { 200: wrappedList('placeholders', placeholderView, 'In the order in which they are first used.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const contents = await readContents(scope, await readDeck(scope, path('deckId')));
        return { body: { placeholders: placeholdersOf(contents).map(placeholderView.write) } };
      },
    }),
  ];
}
