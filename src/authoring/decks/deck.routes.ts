import {
  changeDepth,
  created,
  etag,
  listResponse,
  orderByQuery,
  noContent,
  pageQuery,
  pageRequest,
  type Route,
  route,
  type RouteResponse,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { id, longestSearch, type RequestScope, time, view, viewOf } from '../../kit/data/index.ts';
import type { VersionedTexts } from '../../kit/graphql/index.ts';
import { signedJson } from '../../kit/rights/index.ts';
import { deckAttributes } from './deck.attributes.ts';
import type { Deck } from './deck.entity.ts';
import { CreateDeckInput, UpdateDeckInput } from './deck.inputs.ts';
import { deckVersionOf, listDecks, readDeck, readDeckVersion } from './deck.reader.ts';
import type { DeckService } from './deck.service.ts';

export const deckView = view<Deck, 'version'>('Deck', {
  id,
  ...viewOf(deckAttributes),
  createdAt: time,
  updatedAt: time,
});

/** The response to a request that made a deck. */
export function newDeckResponse(deck: Deck): RouteResponse {
  const headers = { Location: `/api/decks/${deck.id}`, ...etag(deck) };
  return { status: 201, body: { deck: deckView.write(deck) }, headers };
}

const shared = { tag: 'Decks', extension: true } as const;
const one = { ...shared, path: '/api/decks/{deckId}' } as const;

export function deckRoutes(decks: DeckService, texts: VersionedTexts): Route[] {
  return [...collectionRoutes(decks), ...itemRoutes(decks, texts)];
}

/** A deck as it is shown, whose text is kept for its version. @throws AppError as `readDeck` does */
async function keptDeck(texts: VersionedTexts, scope: RequestScope, deckId: string): Promise<RouteResponse> {
  const read = await readDeckVersion(scope, deckId);
  const name = `REST deck ${read.id}`;
  const known = texts.find(name, read.version);
  if (known !== undefined) return { body: { deck: known }, headers: etag({ version: read.number }) };
  const deck = await readDeck(scope, read.id);
  const text = signedJson(deckView.write(deck), texts.signFor(scope.actor));
  // It may have changed since: its own version names the text.
  texts.keep(name, deckVersionOf(deck).version, text);
  return { body: { deck: text }, headers: etag(deck) };
}

function collectionRoutes(decks: DeckService): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks',
      operationId: 'createDeck',
      summary: 'Create a deck',
      description: 'A new deck is empty: create its slides and FAQs next.',
      body: CreateDeckInput,
      responses: { 201: created(wrapped('deck', deckView, 'The new deck.')) },
      handle: async ({ scope, body }) => newDeckResponse(await decks.create(scope, body)),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks',
      operationId: 'listDecks',
      summary: 'List decks, oldest first by default',
      description: 'Follow the Link header for more pages.',
      query: {
        ...pageQuery,
        search: {
          schema: { type: 'string', maxLength: longestSearch },
          description: 'Text to find in name, description or brand name.',
        },
        orderBy: orderByQuery('created_asc'),
      },
      responses: { 200: wrappedList('decks', deckView, 'A page of decks.') },
      handle: async (request) => {
        const { search, orderBy } = request.query;
        const page = await listDecks(request.scope, { ...pageRequest(request), search, orderBy }, deckView.shown);
        return listResponse('decks', deckView, page);
      },
    }),
  ];
}

function itemRoutes(decks: DeckService, texts: VersionedTexts): Route[] {
  return [
    route({
      ...one,
      method: 'GET',
      isByVersion: true,
      operationId: 'getDeck',
      summary: 'Read a deck',
      description: 'The ETag is its version, which also rises with changes to its slides and FAQs.',
      responses: { 200: versioned(wrapped('deck', deckView, 'The deck.')) },
      errors: ['NOT_FOUND'],
      handle: ({ scope, path }) => keptDeck(texts, scope, path('deckId')),
    }),
    route({
      ...one,
      method: 'PUT',
      operationId: 'updateDeck',
      summary: 'Change a deck',
      description: `${changeDepth} \`variables\` are replaced as a whole; null clears them.`,
      body: UpdateDeckInput,
      responses: { 200: versioned(wrapped('deck', deckView, 'The deck after the change.')) },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const deck = await decks.update(scope, path('deckId'), body, ifVersion);
        return { body: { deck: deckView.write(deck) }, headers: etag(deck) };
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteDeck',
      summary: 'Delete a deck with its slides, FAQs, presentations and unsigned contracts',
      description:
        'Its presentations are erased as by deletePresentation: signed contracts are held. Notification subscriptions stay.',
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await decks.delete(scope, path('deckId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
