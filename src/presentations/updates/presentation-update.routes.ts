import { viewOf } from '../../kit/data/index.ts';
import { changeDepth, etag, type Route, route, versioned, wrapped } from '../../kit/http/index.ts';
import { presentationWarningView } from '../personalisation/presentation.snapshot.ts';
import { UpdatePresentationInput } from '../presentations/presentation.inputs.ts';
import { presentationView } from '../presentations/presentation.views.ts';
import { updateAttributes } from './presentation-update.ts';
import type { PresentationUpdateService } from './presentation-update.service.ts';

export function presentationUpdateRoutes(updates: PresentationUpdateService): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'PUT',
      path: '/api/presentations/{presentationId}',
      operationId: 'updatePresentation',
      summary: 'Change the details of a presentation',
      description: `${changeDepth} Texts and prices are made again from the deck as it is now; nothing is where no detail changes. Selections stay where they still exist, and audio where the text is the same. Refused while a contract of it is sent, viewed or signed. The version rises while it is spoken: leave If-Match out then.`,
      body: UpdatePresentationInput,
      responses: {
        200: versioned(
          wrapped('presentation', presentationView, 'The presentation after the change.', viewOf(updateAttributes)),
        ),
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const { presentation, warnings, ...update } = await updates.update(
          scope,
          path('presentationId'),
          body,
          ifVersion,
        );
        return {
          body: {
            presentation: presentationView.write(presentation),
            ...update,
            warnings: warnings.map(presentationWarningView.write),
          },
          headers: etag(presentation),
        };
      },
    }),
  ];
}
