import { needsAllDecks } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { DeckCopyResolver } from './deck-copy.resolver.ts';
import { deckCopyRoutes } from './deck-copy.routes.ts';
import type { DeckCopyService } from './deck-copy.service.ts';

interface Dependencies {
  readonly deckCopies: DeckCopyService;
}

/** Copies of whole decks. */
export const deckCopyModule: Module<Dependencies> = {
  operations: { duplicateDeck: needsAllDecks('decks:write') },
  resolvers: [DeckCopyResolver],
  instances: ({ deckCopies }) => [new DeckCopyResolver(deckCopies)],
  routes: ({ deckCopies }) => deckCopyRoutes(deckCopies),
};
