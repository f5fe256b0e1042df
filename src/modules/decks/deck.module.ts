import { needs, needsAllDecks } from '../../platform/policy/requirement.ts';
import { uuidParameter } from '../../platform/rest/path-parameter.ts';
import type { LoggedEvent } from '../../events/event.entity.ts';
import type { EventFilter } from '../../events/event-log.ts';
import type { LiveFeed } from '../../platform/live/live-feed.ts';
import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { StreamLinks } from '../../platform/signing/stream-links.ts';
import type { Streams } from '../../platform/live/streams.ts';
import type { Module } from '../../platform/module.ts';
import type { Semaphore } from '../../platform/limits/semaphore.ts';
import { deckStreamRoutes } from './deck-stream.routes.ts';
import { Deck } from './deck.entity.ts';
import * as deckEvents from './deck.events.ts';
import { decksById } from './deck.reader.ts';
import { DeckResolver, EventDeckResolver, LiveDeckResolver } from './deck.resolver.ts';
import { deckRoutes } from './deck.routes.ts';
import type { DeckService } from './deck.service.ts';
import { deckFollower, deckStream } from './deck.stream.ts';

interface Doors {
  readonly decks: DeckService;
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  readonly liveReads: Semaphore;
  readonly feeds: { readonly events: LiveFeed<LoggedEvent, EventFilter> };
}

/** Decks: the templates that presentations are made from. */
export const deckModule: Module<Doors> = {
  operations: {
    createDeck: needsAllDecks('decks:write'),
    listDecks: needs('decks:read', 'Query.decks'),
    getDeck: needs('decks:read', 'Query.deck'),
    updateDeck: needs('decks:write'),
    deleteDeck: needs('decks:write'),
    streamDeck: needs('decks:read', 'Subscription.deckChanged'),
    createDeckStreamLink: needs('decks:read'),
  },
  tags: { Decks: 'Decks with their placeholders and translations.' },
  pathParameters: { deckId: uuidParameter('The id of the deck.') },
  entities: [Deck],
  events: Object.values(deckEvents),
  nodes: { Deck: tableNode(Deck, decksById, 'decks:read') },
  resolvers: [DeckResolver, EventDeckResolver, LiveDeckResolver],
  instances: ({ decks }) => [new DeckResolver(decks)],
  streams: ({ streams, feeds }) => streams.set(deckStream, deckFollower(feeds.events)),
  routes: ({ decks, streams, liveReads, streamLinks }) => [
    ...deckRoutes(decks),
    ...deckStreamRoutes(streams.of(deckStream), liveReads, streamLinks),
  ],
};
