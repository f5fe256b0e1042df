import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { LeadPresentationInput } from './presenting.inputs.ts';
import { leadView } from './lead.ts';
import type { PresentingService } from './presenting.service.ts';

export function presentingRoutes(presenting: PresentingService): Route[] {
  return [
    route({
      tag: 'Presentations',
      extension: true,
      method: 'POST',
      path: '/api/presentations/{presentationId}/lead',
      operationId: 'leadPresentation',
      summary: 'Present: send the position of the presenter to the open pages',
      description:
        'The pages of homeowners that are open follow it, through streamGuestPresentation with lead=true and guestLeadChanged. Send it at each change, and every 2 seconds: after 6 seconds without one, or after ends, nobody presents. Positions are kept in memory alone; at most 20 a second of a presentation are taken. It takes no Idempotency-Key.',
      isStored: false,
      body: LeadPresentationInput,
      responses: { 200: wrapped('lead', leadView, 'Where the pages are to be now.') },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path, body }) => ({
        body: { lead: leadView.write(await presenting.lead(scope, path('presentationId'), body)) },
      }),
    }),
  ];
}
