import { noContent, type Route, route, wrapped } from '../../kit/http/index.ts';
import { sentLink } from '../links/guest-link.ts';
import { RecordGuestEngagementInput } from './engagement.inputs.ts';
import { readEngagement } from './engagement.reader.ts';
import type { EngagementService } from './engagement.service.ts';
import { engagementView } from './engagement.ts';

export function engagementRoutes(engagement: EngagementService): Route[] {
  return [
    route({
      tag: 'Guests',
      extension: true,
      method: 'POST',
      path: '/api/guest/engagement',
      operationId: 'recordGuestEngagement',
      summary: 'Report what was watched by a link',
      description: `All numbers are sums over all visits of this browser: a report that is lost or sent twice changes nothing, so it takes no Idempotency-Key. Nothing is kept where the deck has isEngagementTracked false, or the request has DNT: 1 or Sec-GPC: 1; the answer is the same. ${sentLink}`,
      isStored: false,
      body: RecordGuestEngagementInput,
      responses: { 204: noContent },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, client, body }) => {
        await engagement.record(scope, client, body);
        return { status: 204 };
      },
    }),
    route({
      tag: 'Presentations',
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}/engagement',
      operationId: 'getPresentationEngagement',
      summary: 'Read what was watched of a presentation',
      description:
        'By all viewers, each of which is a browser. The stream of events shows it as it happens: presentation.opened, slide.viewed, tier.viewed, link.opened.',
      responses: { 200: wrapped('engagement', engagementView, 'What was watched.') },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => ({
        body: { engagement: engagementView.write(await readEngagement(scope, path('presentationId'))) },
      }),
    }),
  ];
}
