import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { PresentationUpdateResolver } from './presentation-update.resolver.ts';
import { presentationUpdateRoutes } from './presentation-update.routes.ts';
import type { PresentationUpdateService } from './presentation-update.service.ts';

interface Dependencies {
  readonly presentationUpdates: PresentationUpdateService;
}

/** Changes of the details of presentations, which make these again. */
export const presentationUpdateModule: Module<Dependencies> = {
  operations: { updatePresentation: needs('presentations:write') },
  resolvers: [PresentationUpdateResolver],
  instances: ({ presentationUpdates }) => [new PresentationUpdateResolver(presentationUpdates)],
  routes: ({ presentationUpdates }) => presentationUpdateRoutes(presentationUpdates),
};
