import { followStates } from '../../platform/live/log-stream.ts';
import { stateResponse } from '../../platform/rest/event-stream.ts';
import { withLinks } from '../../platform/rest/stream-link.ts';
import type { StreamLinks } from '../../platform/signing/stream-links.ts';
import type { RequestScope } from '../../platform/database/scope.ts';
import { type Route, route, streamed } from '../../platform/rest/route.ts';
import { requireUuid } from '../../platform/input/validate.ts';
import type { Semaphore } from '../../platform/limits/semaphore.ts';
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
