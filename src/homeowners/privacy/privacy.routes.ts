import { eventView } from '../../delivery/events/event.entity.ts';
import { deliveryLogView } from '../../delivery/deliveries/delivery.entity.ts';
import { type JsonObject, jsonPieces, underKey } from '../../kit/core/index.ts';
import { joined, type Route, route, wrapped, wrappedList, wrappedSchema } from '../../kit/http/index.ts';
import { list, nested, type View, view } from '../../kit/data/index.ts';
import { contractView } from '../../contracts/contracts/contract.routes.ts';
import { linkView } from '../links/presentation-link.routes.ts';
import { presentationView } from '../../presentations/presentations/presentation.views.ts';
import { exportedQuestionView } from '../questions/question.routes.ts';
import { engagementView } from '../engagement/engagement.ts';
import { erasureView } from './erasure.ts';
import { exportHomeowner, type ExportedEvent } from './export.ts';
import { HomeownerSelectorInput } from './privacy.inputs.ts';
import type { PrivacyService } from './privacy.service.ts';

const exportedEventView = view<ExportedEvent>('EventWithDeliveries', {
  event: nested(eventView),
  deliveries: list(nested(deliveryLogView)),
});

const shared = { tag: 'Privacy', extension: true } as const;
const responses = { 200: wrapped('erasure', erasureView, 'What was erased, and what is held until when.') };

export function privacyRoutes(privacy: PrivacyService): Route[] {
  return [...erasingRoutes(privacy), exportRoute()];
}

function erasingRoutes(privacy: PrivacyService): Route[] {
  return [
    route({
      ...shared,
      method: 'DELETE',
      path: '/api/presentations/{presentationId}',
      operationId: 'deletePresentation',
      summary: 'Erase a presentation',
      description:
        'With all that mentions it: unsigned contracts, event data, recorded answers, stored results, audio. A signed contract is held, then pseudonymized.',
      responses,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        const erasure = await privacy.deletePresentation(scope, path('presentationId'), ifVersion);
        return { body: { erasure: erasureView.write(erasure) } };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/homeowners/erase',
      operationId: 'eraseHomeowner',
      summary: 'Erase a homeowner',
      description:
        'All presentations of an e-mail address, of a phone number, or one by its id, as deletePresentation does. When isComplete is false, send it again.',
      body: HomeownerSelectorInput,
      responses,
      errors: ['NOT_FOUND'],
      handle: async ({ scope, body }) => ({
        body: { erasure: erasureView.write(await privacy.erase(scope, body)) },
      }),
    }),
  ];
}

/** The document of an export: each member is a list. */
const exported = [
  wrappedList('contracts', contractView, 'The contracts.'),
  wrappedList('links', linkView, 'The links that open the presentations.'),
  wrappedList('engagement', engagementView, 'What was watched of each presentation.'),
  wrappedList('unansweredQuestions', exportedQuestionView, 'What the homeowner asked and no FAQ answers.'),
  wrappedList('events', exportedEventView, 'The events.'),
].reduce(joined, wrappedList('presentations', presentationView, 'The presentations.'));

function exportRoute(): Route {
  return route({
    ...shared,
    method: 'POST',
    path: '/api/homeowners/export',
    operationId: 'exportHomeowner',
    summary: 'Export what is stored about a homeowner',
    description:
      'One JSON document with the presentations, contracts, links, what was watched, unanswered questions and events, and the deliveries of the events. Name the homeowner by exactly one member of the body: no URL has personal data. Changes nothing, so an Idempotency-Key has no effect. An error during the transfer truncates the document.',
    body: HomeownerSelectorInput,
    isRead: true,
    responses: {
      200: {
        ...wrappedSchema('export', exported, 'All that is stored about the homeowner.'),
        headers: ['Content-Disposition'],
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, body }) => {
      const found = await exportHomeowner(scope, body);
      const { presentations, contracts, links, engagement, unansweredQuestions, events } = found;
      return {
        pieces: underKey(
          'export',
          jsonPieces(
            {},
            {
              presentations: written(presentations, presentationView),
              contracts: written(contracts, contractView),
              links: written(links, linkView),
              engagement: written(engagement, engagementView),
              unansweredQuestions: written(unansweredQuestions, exportedQuestionView),
              events: written(events, exportedEventView),
            },
          ),
        ),
        headers: { 'Content-Disposition': 'attachment; filename="homeowner.json"' },
      };
    },
  });
}

async function* written<T>(
  items: AsyncIterable<T>,
  { write }: Pick<View<T>, 'write'>,
): AsyncGenerator<JsonObject, void> {
  for await (const item of items) yield write(item);
}
