import { noContent, type Route, route, wrapped } from '../../kit/http/index.ts';
import { sentLink } from '../links/guest-link.ts';
import { RecordGuestWatchingInput } from './watching.inputs.ts';
import { readWatching } from './watching.reader.ts';
import type { WatchingService } from './watching.service.ts';
import { watchingView } from './watching.ts';

export function watchingRoutes(watching: WatchingService): Route[] {
  return [
    route({
      tag: 'Guests',
      extension: true,
      method: 'POST',
      path: '/api/guest/watching',
      operationId: 'recordGuestWatching',
      summary: 'Report what was watched by a link',
      description: `All numbers are sums over all visits of this browser: a report that is lost or sent twice changes nothing, so it takes no Idempotency-Key. Nothing is kept where the deck has isWatched false, or the request has DNT: 1 or Sec-GPC: 1; the answer is the same. ${sentLink}`,
      isStored: false,
      body: RecordGuestWatchingInput,
      responses: { 204: noContent },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, client, body }) => {
        await watching.record(scope, client, body);
        return { status: 204 };
      },
    }),
    route({
      tag: 'Presentations',
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/watching',
      operationId: 'getPresentationWatching',
      summary: 'Read what was watched of a presentation',
      description:
        'By all viewers, each of which is a browser. The stream of events shows it as it happens: presentation.opened, slide.watched, tier.viewed, link.opened.',
      responses: { 200: wrapped('watching', watchingView, 'What was watched.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => ({
        body: { watching: watchingView.write(await readWatching(scope, path('presentationId'))) },
      }),
    }),
  ];
}
