import { attempt, readInput, replaced } from '../../kit/input/index.ts';
import { longestSearch, type RequestScope } from '../../kit/data/index.ts';
import {
  created,
  deckIdQuery,
  etag,
  listResponse,
  orderByQuery,
  pageQuery,
  pageRequest,
  type Route,
  route,
  type RouteResponse,
  statusQuery,
  timeQuery,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { type WholePresentation, withParts } from './presentation-part.reader.ts';
import { audioCountColumns, audioCountsFor } from './audio-counts.ts';
import { type Presentation, PresentationStatus } from './presentation.entity.ts';
import { CreatePresentationInput, CreatePresentationsInput, SelectTierInput } from './presentation.inputs.ts';
import { listPresentations, readWholePresentation } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import { creationView, presentationView, previewView, summaryView } from './presentation.views.ts';

const tag = 'Presentations';
const shared = { tag, extension: true } as const;
const summaryColumns: ReadonlySet<string> = new Set([...summaryView.shown, ...audioCountColumns]);

export function presentationRoutes(presentations: PresentationService): Route[] {
  return [
    ...creationRoutes(presentations),
    ...previewRoutes(presentations),
    ...readRoutes(),
    ...changeRoutes(presentations),
  ];
}

function creationRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations',
      operationId: 'createPresentation',
      summary: 'Create a presentation for a homeowner',
      body: CreatePresentationInput,
      waits: true,
      responses: { 201: created(wrapped('presentation', presentationView, 'The new presentation.')) },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      description: `With \`Prefer: wait=10\` the response waits up to 10 seconds, at most ${maxWaitSeconds}, until its slides are spoken. Beyond a quota of its key, 429 has the code \`QUOTA_EXCEEDED\`.`,
      handle: async ({ scope, path, body, waitSeconds }) => {
        const begun = await presentations.create(scope, path('deckId'), body);
        const presentation = await presentations.finished(scope, begun, waitSeconds);
        const { headers, ...made } = respond(presentation);
        return { ...made, status: 201, headers: { ...headers, Location: `/api/presentations/${presentation.id}` } };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/bulk',
      operationId: 'createPresentations',
      summary: 'Create presentations for up to 200 homeowners',
      description: 'Each is made by itself: the status is 200 even if all fail, with one result for each input.',
      body: CreatePresentationsInput,
      responses: { 200: wrappedList('results', creationView, 'In the order of the inputs.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const inputs = body.inputs.map((input) => attempt(() => readInput(CreatePresentationInput, input)));
        const results = await presentations.createMany(scope, path('deckId'), inputs);
        return { body: { results: results.map(creationView.write) } };
      },
    }),
  ];
}

function previewRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/preview',
      operationId: 'previewPresentation',
      summary: 'Preview a presentation without storing it',
      description: 'Validates, personalises and prices as createPresentation does. An Idempotency-Key has no effect.',
      body: CreatePresentationInput,
      isRead: true,
      responses: { 200: wrapped('preview', previewView, 'The presentation that would be stored.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const preview = await presentations.preview(scope, path('deckId'), body);
        return { body: { preview: previewView.write(preview) } };
      },
    }),
  ];
}

function readRoutes(): Route[] {
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/api/presentations/{presentationId}',
      operationId: 'getPresentation',
      summary: 'Read a presentation',
      description: 'Texts and prices are those at the time of its creation, or of its last update.',
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => respond(await readWholePresentation(scope, path('presentationId'))),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks/{deckId}/presentations',
      operationId: 'listPresentations',
      summary: 'List the presentations of a deck, newest first',
      description:
        'Follow the Link header for more pages. Without slides and FAQs: read those with getPresentation or GraphQL.',
      query: pageQuery,
      responses: { 200: wrappedList('presentations', summaryView, 'A page of presentations.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => summaries(request.scope, { deckId: request.path('deckId'), ...pageRequest(request) }),
    }),
    inboxRoute(),
  ];
}

function inboxRoute(): Route {
  return route({
    ...shared,
    method: 'GET',
    path: '/api/presentations',
    operationId: 'listAllPresentations',
    summary: 'List presentations of all decks, newest first by default',
    description: 'Those that the key sees. Follow the Link header for more pages. Without slides and FAQs.',
    query: {
      ...pageQuery,
      deckId: deckIdQuery,
      status: statusQuery(Object.values(PresentationStatus), 'Only presentations in one of these states.'),
      search: {
        schema: { type: 'string', maxLength: longestSearch },
        description: 'Text to find in the first and last name of the homeowner.',
      },
      since: timeQuery('Only presentations made at or after this time, in ISO 8601.'),
      orderBy: orderByQuery('created_desc'),
    },
    responses: { 200: wrappedList('presentations', summaryView, 'A page of presentations.') },
    errors: ['NOT_FOUND'],
    handle: async (request) => {
      const { limit, after, ...filter } = request.query;
      return summaries(request.scope, { ...filter, first: limit, after });
    },
  });
}

async function summaries(scope: RequestScope, wanted: Parameters<typeof listPresentations>[1]): Promise<RouteResponse> {
  const { edges, ...page } = await listPresentations(scope, wanted, summaryColumns);
  const shown = edges.map((edge) => {
    // All that it shows was read.
    const presentation = edge.node as Presentation;
    return edge.with({ ...presentation, ...audioCountsFor(scope.em, presentation) });
  });
  return listResponse('presentations', summaryView, { ...page, edges: shown });
}

export const changedPresentation = versioned(
  wrapped('presentation', presentationView, 'The presentation after the change.'),
);

function changeRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      ...shared,
      method: 'PUT',
      path: '/api/presentations/{presentationId}/tier',
      operationId: 'selectTier',
      summary: 'Select a tier',
      description:
        'Refused once a contract for another tier is signed. The version still rises behind the status ready while answers are spoken: leave If-Match out, or wait for faqNarration.',
      body: SelectTierInput,
      responses: { 200: changedPresentation },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) =>
        respond(
          await withParts(
            scope.em,
            await presentations.selectTier(scope, path('presentationId'), replaced(body), ifVersion),
          ),
        ),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/presentations/{presentationId}/narration/retry',
      operationId: 'retryNarration',
      summary: 'Speak the failed slides and answers again',
      description: 'What has audio keeps it. Refused while slides are being spoken, and where nothing has failed.',
      responses: { 200: changedPresentation },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) =>
        respond(await presentations.narrateAgain(scope, path('presentationId'), ifVersion)),
    }),
  ];
}

export function respond(presentation: WholePresentation): RouteResponse {
  return { body: { presentation: presentationView.write(presentation) }, headers: etag(presentation) };
}
