import type { Module } from '../../platform/module.ts';
import { DriftResolver } from './drift.resolver.ts';
import { driftRoutes } from './drift.routes.ts';

export const driftModule: Module = {
  resolvers: [DriftResolver],
  routes: () => driftRoutes(),
};
