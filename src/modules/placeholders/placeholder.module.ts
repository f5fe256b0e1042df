import type { Module } from '../../platform/module.ts';
import { DeckPlaceholdersResolver } from './placeholder.resolver.ts';
import { placeholderRoutes } from './placeholder.routes.ts';

export const placeholderModule: Module = {
  resolvers: [DeckPlaceholdersResolver],
  routes: () => placeholderRoutes(),
};
