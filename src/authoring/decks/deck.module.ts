import { needs, needsAllDecks, type StreamLinks } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import type { LiveFeed, Streams } from '../../kit/live/index.ts';
import { tableNode, type VersionedTexts } from '../../kit/graphql/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import { Event, type LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter } from '../../delivery/events/event-log.ts';
import type { Module } from '../../kit/module.ts';
import { deckOf } from './deck-of.resolver.ts';
import { DeckSubscriptionsResolver } from './deck-subscriptions.resolver.ts';
import { deckStreamRoutes } from './deck-stream.routes.ts';
import { Deck } from './deck.entity.ts';
import * as deckEvents from './deck.events.ts';
import { decksById } from './deck.reader.ts';
import { DeckResolver, LiveDeckResolver } from './deck.resolver.ts';
import { deckRoutes } from './deck.routes.ts';
import type { DeckService } from './deck.service.ts';
import { deckFollower, deckStream, deckWatch, deckWatcher } from './deck.stream.ts';
import { DeckWatchResolver } from './deck-watch.resolver.ts';

interface Dependencies {
  readonly decks: DeckService;
  readonly texts: VersionedTexts;
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<LoggedEvent, EventFilter> };
}

/** Decks: the templates that presentations are made from. */
export const deckModule: Module<Dependencies> = {
  operations: {
    createDeck: needsAllDecks('decks:write'),
    listDecks: needs('decks:read', 'Query.decks'),
    getDeck: needs('decks:read', 'Query.deck'),
    updateDeck: needs('decks:write'),
    deleteDeck: needs('decks:write'),
    streamDeck: needs('decks:read', 'Subscription.deckChanged'),
    createDeckStreamLink: needs('decks:read'),
    watchDeck: needs(['decks:read', 'events:read'], 'Subscription.watchDeck'),
  },
  tags: { Decks: 'Decks with their placeholders and translations.' },
  pathParameters: { deckId: uuidParameter('The id of the deck.') },
  entities: [Deck],
  events: Object.values(deckEvents),
  nodes: {
    Deck: tableNode(Deck, decksById, 'decks:read', {
      namedBy: { deckId: 'The deck, as it is now; null without one, and after it was deleted.' },
    }),
  },
  resolvers: [
    DeckResolver,
    DeckSubscriptionsResolver,
    deckOf(Event, 'The current deck; null without one, and after its deletion.'),
    LiveDeckResolver,
    DeckWatchResolver,
  ],
  instances: ({ decks }) => [new DeckResolver(decks)],
  streams: ({ streams, feeds }) => {
    streams.set(deckStream, deckFollower(feeds.events));
    streams.set(deckWatch, deckWatcher(feeds.events));
  },
  routes: ({ decks, texts, streams, liveReads, streamLinks }) => [
    ...deckRoutes(decks, texts),
    ...deckStreamRoutes(streams.of(deckStream), liveReads, streamLinks),
  ],
};
