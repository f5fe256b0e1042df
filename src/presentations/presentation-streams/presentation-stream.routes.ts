import { followStates } from '../../kit/live/index.ts';
import { type Route, route, stateResponse, streamed, withLinks } from '../../kit/http/index.ts';
import type { StreamLinks } from '../../kit/rights/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import type { Semaphore } from '../../kit/core/index.ts';
import { withParts } from '../presentations/presentation-part.reader.ts';
import { presentationsById, readPresentation } from '../presentations/presentation.reader.ts';
import { presentationView } from '../presentations/presentation.views.ts';
import type { presentationFollower } from './presentation.stream.ts';

/**
 * REST routes that stream one presentation as server-sent events.
 *
 * @param reads limits concurrent reads after live changes
 */
export function presentationStreamRoutes(
  follow: ReturnType<typeof presentationFollower>,
  reads: Semaphore,
  links: StreamLinks,
): Route[] {
  const stream = route({
    tag: 'Presentations',
    extension: true,
    method: 'GET',
    path: '/api/presentations/{presentationId}/stream',
    operationId: 'streamPresentation',
    summary: 'Follow a presentation as server-sent events',
    description:
      'Sends the current presentation at once and after each change, such as a spoken slide. The id of each event is the version, as in the ETag. A client that reconnects gets the current state. The stream continues after the narration, because the homeowner may still select a tier.',
    responses: { 200: streamed(presentationView, 'The current presentation, after each change.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path }) => {
      const id = requireUuid(path('presentationId'), 'presentationId');
      const read = async () => {
        const [presentation = null] = await presentationsById(scope.em, [id]);
        return presentation && withParts(scope.em, presentation);
      };
      return stateResponse(await followStates(await follow(scope, id), () => reads.run(read)), presentationView);
    },
  });
  const check = (scope: RequestScope, path: (name: string) => string) =>
    readPresentation(scope, path('presentationId'));
  return withLinks(stream, { operationId: 'createPresentationStreamLink', links, check });
}
