import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { SetPresenterPositionInput } from './presenting.inputs.ts';
import { presenterPositionView } from './presenter-position.ts';
import type { PresentingService } from './presenting.service.ts';

export function presentingRoutes(presenting: PresentingService): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'POST',
      path: '/api/presentations/{presentationId}/presenter-position',
      operationId: 'setPresenterPosition',
      summary: 'Present: send the position of the presenter to the open pages',
      description:
        'The pages of homeowners that are open follow it, through streamGuestPresentation with presenter=true and guestPresenterPositionChanged. Send it at each change, and every 2 seconds: after 6 seconds without one, or after isFinal, nobody presents. Positions are kept in memory alone; at most 20 a second of a presentation are taken. A repeated position changes nothing, so it takes no Idempotency-Key.',
      isStored: false,
      body: SetPresenterPositionInput,
      responses: { 200: wrapped('presenterPosition', presenterPositionView, 'Where the pages are to be now.') },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path, body }) => ({
        body: {
          presenterPosition: presenterPositionView.write(await presenting.move(scope, path('presentationId'), body)),
        },
      }),
    }),
  ];
}
