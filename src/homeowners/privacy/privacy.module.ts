import type { Module } from '../../kit/module.ts';
import type { DeckService } from '../../authoring/decks/deck.service.ts';
import { needs } from '../../kit/rights/index.ts';
import { eraseTracesTask, type TracesOptions } from './erase-traces.task.ts';
import { PrivacyResolver } from './privacy.resolver.ts';
import { privacyRoutes } from './privacy.routes.ts';
import type { PrivacyService } from './privacy.service.ts';

interface Work extends Omit<TracesOptions, 'store'> {
  readonly speech: Pick<TracesOptions, 'store'>;
}

/** The rights of homeowners: export and erasure of what is stored about them. */
export const privacyModule: Module<{ readonly privacy: PrivacyService; readonly decks: DeckService }, Work> = {
  operations: {
    deletePresentation: needs(['presentations:write', 'contracts:write']),
    eraseHomeowner: needs(['presentations:write', 'contracts:write']),
    exportHomeowner: needs(['presentations:read', 'contracts:read', 'notifications:read', 'events:read']),
  },
  tags: { Privacy: 'Exports and erases what is stored about a homeowner.' },
  resolvers: [PrivacyResolver],
  instances: ({ privacy, decks }) => [new PrivacyResolver(privacy, decks)],
  routes: ({ privacy }) => privacyRoutes(privacy),
  tasks: ({ speech: { store }, ...work }) => [eraseTracesTask({ ...work, store })],
};
