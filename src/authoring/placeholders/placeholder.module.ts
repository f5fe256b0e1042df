import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { DeckPlaceholdersResolver } from './placeholder.resolver.ts';
import { placeholderRoutes } from './placeholder.routes.ts';

/** The placeholders that the texts of a deck use. */
export const placeholderModule: Module = {
  operations: {
    listPlaceholders: needs('decks:read'),
  },
  resolvers: [DeckPlaceholdersResolver],
  routes: () => placeholderRoutes(),
};
