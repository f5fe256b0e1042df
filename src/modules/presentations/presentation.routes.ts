import { attempt, readInput } from '../../platform/input/validate.ts';
import { listAnswer, pageQuery, pageRequest } from '../../platform/rest/paging.ts';
import {
  created,
  etag,
  type Route,
  type RouteAnswer,
  route,
  versioned,
  wrapped,
  wrappedList,
} from '../../platform/rest/route.ts';
import { type WholePresentation, withParts } from './presentation-part.reader.ts';
import { CreatePresentationInput, CreatePresentationsInput, SelectTierInput } from './presentation.inputs.ts';
import { listPresentations, readWholePresentation } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import { creationView, presentationView, previewView, summaryView } from './presentation.views.ts';

const tag = 'Presentations';

/** REST routes of presentations. */
export function presentationRoutes(presentations: PresentationService): Route[] {
  return [
    ...creationRoutes(presentations),
    ...previewRoutes(presentations),
    ...readRoutes(),
    ...changeRoutes(presentations),
  ];
}

/** Routes that make presentations. */
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
      description: `With \`Prefer: wait=10\` the answer waits so many seconds, at most ${maxWaitSeconds}, for the slides to be spoken.`,
      handle: async ({ scope, path, body, waitSeconds }) => {
        const begun = await presentations.create(scope, path('deckId'), body);
        const presentation = await presentations.finished(scope, begun, waitSeconds);
        const { headers, ...made } = answer(presentation);
        return { ...made, status: 201, headers: { ...headers, Location: `/api/presentations/${presentation.id}` } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/bulk',
      operationId: 'createPresentations',
      summary: 'Create presentations for up to 200 homeowners',
      description:
        'Each is made by itself: the answer is 200 whatever becomes of them, with one result for each input.',
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

/** Routes that show what would be made. */
function previewRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/presentations/preview',
      operationId: 'previewPresentation',
      summary: 'See what a presentation would be, without making it',
      description:
        'Checks, personalises and prices as creation does. An Idempotency-Key has no effect: nothing is stored.',
      body: CreatePresentationInput,
      isRead: true,
      responses: { 200: wrapped('preview', previewView, 'What would be made.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const preview = await presentations.preview(scope, path('deckId'), body);
        return { body: { preview: previewView.write(preview) } };
      },
    }),
  ];
}

/** Routes that read presentations. */
function readRoutes(): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/presentations/{presentationId}',
      operationId: 'getPresentation',
      summary: 'Read a presentation',
      description: 'Its texts and prices are those of the deck when it was made.',
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => answer(await readWholePresentation(scope, path('presentationId'))),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/decks/{deckId}/presentations',
      operationId: 'listPresentations',
      summary: 'List the presentations of a deck, newest first',
      description: 'Pages follow the Link header. Slides and FAQs are left out: getPresentation, or GraphQL, has them.',
      query: pageQuery,
      responses: { 200: wrappedList('presentations', summaryView, 'A page of presentations.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const page = await listPresentations(request.scope, request.path('deckId'), pageRequest(request));
        return listAnswer('presentations', summaryView, page);
      },
    }),
  ];
}

/** Routes that change a presentation. */
function changeRoutes(presentations: PresentationService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: '/api/presentations/{presentationId}/tier',
      operationId: 'selectTier',
      patchId: 'patchTier',
      summary: 'Note the tier that the homeowner chose',
      description: 'Once a contract for another tier is signed, its tier stays.',
      body: SelectTierInput,
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation as it is now.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) =>
        answer(
          await withParts(scope.em, await presentations.selectTier(scope, path('presentationId'), body, ifVersion)),
        ),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/presentations/{presentationId}/narrate',
      operationId: 'narratePresentation',
      summary: 'Speak the slides once more that could not be spoken',
      description: 'What is spoken already stays as it is.',
      responses: { 200: versioned(wrapped('presentation', presentationView, 'The presentation as it is now.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) =>
        answer(await presentations.narrateAgain(scope, path('presentationId'), ifVersion)),
    }),
  ];
}

function answer(presentation: WholePresentation): RouteAnswer {
  return { body: { presentation: presentationView.write(presentation) }, headers: etag(presentation) };
}
