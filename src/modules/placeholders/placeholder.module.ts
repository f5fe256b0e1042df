import { needs } from '../../platform/policy/requirement.ts';
import type { Module } from '../../platform/module.ts';
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
