import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { DriftResolver } from './drift.resolver.ts';
import { driftRoutes } from './drift.routes.ts';

/** Differences between presentations and their decks. Nothing is stored: they are computed at each read. */
export const driftModule: Module = {
  operations: {
    getPresentationDrift: needs('presentations:read'),
  },
  resolvers: [DriftResolver],
  routes: () => driftRoutes(),
};
