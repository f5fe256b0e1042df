import type { Module } from '../../kit/module.ts';
import { needs } from '../../kit/rights/index.ts';
import { eraseTracesTask, type TracesOptions } from './erase-traces.task.ts';
import { PrivacyResolver } from './privacy.resolver.ts';
import { privacyRoutes } from './privacy.routes.ts';
import type { PrivacyService } from './privacy.service.ts';

interface Work extends Omit<TracesOptions, 'store'> {
  readonly speech: Pick<TracesOptions, 'store'>;
}

/** The rights of homeowners: export and erasure of what is stored about them. */
export const privacyModule: Module<{ readonly privacy: PrivacyService }, Work> = {
  operations: {
    deletePresentation: needs(['presentations:write', 'contracts:write']),
    eraseHomeowner: needs(['presentations:write', 'contracts:write']),
    exportHomeowner: needs(['presentations:read', 'contracts:read', 'notifications:read', 'events:read']),
  },
  tags: { Privacy: 'Exports and erases what is stored about a homeowner.' },
  resolvers: [PrivacyResolver],
  instances: ({ privacy }) => [new PrivacyResolver(privacy)],
  routes: ({ privacy }) => privacyRoutes(privacy),
  tasks: ({ speech: { store }, ...work }) => [eraseTracesTask({ ...work, store })],
};
