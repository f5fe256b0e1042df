import type { Module } from '../../platform/module.ts';
import { DriftResolver } from './drift.resolver.ts';
import { driftRoutes } from './drift.routes.ts';

/** Differences between presentations and their decks. Nothing is stored: they are computed at each read. */
export const driftModule: Module = {
  resolvers: [DriftResolver],
  routes: () => driftRoutes(),
};
