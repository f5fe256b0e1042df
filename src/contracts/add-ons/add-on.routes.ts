import { replaced } from '../../kit/input/index.ts';
import { type Route, route } from '../../kit/http/index.ts';
import { withParts } from '../../presentations/presentations/presentation-part.reader.ts';
import { changedPresentation, respond } from '../../presentations/presentations/presentation.routes.ts';
import { SelectAddOnsInput } from './add-on.inputs.ts';
import type { AddOnService } from './add-on.service.ts';

export function addOnRoutes(addOns: AddOnService): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'PUT',
      path: '/api/presentations/{presentationId}/add-ons',
      operationId: 'selectAddOns',
      summary: 'Select add-ons',
      description:
        'In place of those that were selected; each tier of the offer is priced again. Refused once a contract for the offer is signed, also by the first of two owners.',
      body: SelectAddOnsInput,
      responses: { 200: changedPresentation },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const changed = await addOns.select(scope, path('presentationId'), replaced(body), ifVersion);
        return respond(await withParts(scope.em, changed));
      },
    }),
  ];
}
