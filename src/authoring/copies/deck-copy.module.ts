import { needs, needsAllDecks } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { DeckCopyResolver } from './deck-copy.resolver.ts';
import { deckCopyRoutes } from './deck-copy.routes.ts';
import type { DeckCopyService } from './deck-copy.service.ts';
import { DeckFileResolver } from './deck-file.resolver.ts';
import { deckFileRoutes } from './deck-file.routes.ts';
import type { DeckFileService } from './deck-file.service.ts';

interface Dependencies {
  readonly deckCopies: DeckCopyService;
  readonly deckFiles: DeckFileService;
}

/** Copies of whole decks: in the server, and as files. */
export const deckCopyModule: Module<Dependencies> = {
  operations: {
    duplicateDeck: needsAllDecks('decks:write'),
    exportDeck: needs('decks:read', 'Query.deckFile'),
    importDeck: needsAllDecks('decks:write'),
  },
  resolvers: [DeckCopyResolver, DeckFileResolver],
  instances: ({ deckCopies, deckFiles }) => [new DeckCopyResolver(deckCopies), new DeckFileResolver(deckFiles)],
  routes: ({ deckCopies, deckFiles }) => [...deckCopyRoutes(deckCopies), ...deckFileRoutes(deckFiles)],
};
