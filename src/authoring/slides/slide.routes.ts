import { requireShort } from '../../kit/core/index.ts';
import { id, isWhole, view, viewOf } from '../../kit/data/index.ts';
import {
  changeDepth,
  created,
  etag,
  listResponse,
  noContent,
  ofDeckQuery,
  pageQuery,
  pageRequest,
  type ResponseHeaders,
  type Route,
  route,
  versioned,
  warned,
  warningHeaders,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { replaced } from '../../kit/input/index.ts';
import { type DeckLists, deckListText } from '../decks/deck-list.views.ts';
import { commonWarnings, linkWarnings } from './link-warnings.ts';
import { slideAttributes } from './slide.attributes.ts';
import type { Slide } from './slide.entity.ts';
import {
  CreateSlideInput,
  CreateSlidesInput,
  maxSlidesAtOnce,
  ReorderSlidesInput,
  UpdateSlideInput,
} from './slide.inputs.ts';
import { findSlide, listSlides, readSlides } from './slide.reader.ts';
import type { SlideService } from './slide.service.ts';

const slideView = view<
  Slide,
  'isAudioStale' | 'createdAt' | 'deckId' | 'translationSources' | 'translations' | 'updatedAt' | 'version'
>('Slide', { id, ...viewOf(slideAttributes) });

const tag = 'Slides';
const shared = { tag, extension: true } as const;
const anywhere = 'slideId is the id of the slide, or its slideId where only one deck uses it.';

function headersOf(slide: Slide): ResponseHeaders {
  return { ...etag(slide), ...warningHeaders(linkWarnings(slide)) };
}

const one = { tag, path: '/api/slides/{slideId}', query: ofDeckQuery } as const;

export interface SlideDependencies extends DeckLists {
  readonly slides: SlideService;
}

export function slideRoutes({ slides, ...lists }: SlideDependencies): Route[] {
  return [...collectionRoutes(slides, lists), ...itemRoutes(slides), ...orderRoutes(slides)];
}

function collectionRoutes(slides: SlideService, lists: DeckLists): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'POST',
      path: '/api/decks/{deckId}/slides',
      operationId: 'createSlide',
      summary: 'Create a slide',
      description: 'The slideId must be unique within the deck. Without orderIndex the slide comes last.',
      body: CreateSlideInput,
      responses: { 201: warned(created(wrapped('slide', slideView, 'The new slide.'))) },
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const slide = await slides.create(scope, path('deckId'), body);
        const headers = { Location: `/api/slides/${slide.id}`, ...headersOf(slide) };
        return { status: 201, body: { slide: slideView.write(slide) }, headers };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/{deckId}/slides/bulk',
      operationId: 'createSlides',
      summary: `Create up to ${maxSlidesAtOnce} slides`,
      description: 'All are created, or none. Each comes last unless it has an orderIndex.',
      body: CreateSlidesInput,
      responses: { 201: warned(wrappedList('slides', slideView, 'The new slides, in the order of the request.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const made = await slides.createAll(scope, path('deckId'), body.slides);
        const headers = warningHeaders(commonWarnings(made));
        return { status: 201, body: { slides: made.map((slide) => slideView.write(slide)) }, headers };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/decks/{deckId}/slides',
      operationId: 'listSlides',
      summary: 'List the slides of a deck in the order of display',
      description:
        'By orderIndex, then by age. Returns all slides unless limit or after is set. A slide that moves between two pages may be missing or come twice: compare the version of the deck.',
      query: pageQuery,
      responses: { 200: wrappedList('slides', slideView, 'The slides.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const { scope, path } = request;
        const page = pageRequest(request);
        if (!isWhole(page)) {
          const wanted = { deckId: path('deckId'), ...page };
          return listResponse('slides', slideView, await listSlides(scope, wanted, slideView.shown));
        }
        const shown = await deckListText(lists, scope, {
          name: 'slides',
          deckId: path('deckId'),
          read: async (deckId) => (await readSlides(scope, deckId, slideView.shown)).map(slideView.write),
        });
        return { body: { slides: shown } };
      },
    }),
  ];
}

function itemRoutes(slides: SlideService): Route[] {
  return [
    route({
      ...one,
      extension: false,
      method: 'PUT',
      operationId: 'updateSlide',
      summary: 'Update a slide',
      description: `${anywhere} ${changeDepth} \`productData\` is replaced as a whole; \`translations\` are merged by language.`,
      body: UpdateSlideInput,
      responses: { 200: warned(versioned(wrapped('slide', slideView, 'The slide after the change.'))) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, query: { deckId }, body, ifVersion }) => {
        const slide = await slides.update(scope, path('slideId'), body, { deckId, ifVersion });
        return { body: { slide: slideView.write(slide) }, headers: headersOf(slide) };
      },
    }),
    route({
      ...one,
      extension: true,
      method: 'GET',
      isByVersion: true,
      operationId: 'getSlide',
      summary: 'Read a slide',
      description: anywhere,
      responses: { 200: warned(versioned(wrapped('slide', slideView, 'The slide.'))) },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ scope, path, query }) => {
        const slide = await findSlide(scope, path('slideId'), query.deckId);
        return { body: { slide: slideView.write(slide) }, headers: headersOf(slide) };
      },
    }),
    route({
      ...one,
      extension: true,
      method: 'DELETE',
      operationId: 'deleteSlide',
      summary: 'Delete a slide',
      description: anywhere,
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, query: { deckId }, ifVersion }) => {
        await slides.delete(scope, path('slideId'), { deckId, ifVersion });
        return { status: 204 };
      },
    }),
  ];
}

function orderRoutes(slides: SlideService): Route[] {
  return [
    route({
      ...shared,
      method: 'PUT',
      path: '/api/decks/{deckId}/slides/order',
      operationId: 'reorderSlides',
      patchId: 'patchSlideOrder',
      summary: 'Reorder the slides of a deck',
      body: ReorderSlidesInput,
      responses: { 200: versioned(wrappedList('slides', slideView, 'All slides of the deck in their new order.')) },
      description: 'slideIds names every slide exactly once. If-Match takes the ETag of the deck.',
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const deckId = path('deckId');
        const { deck, answer } = await slides.reorderAndRead(scope, deckId, {
          input: replaced(body),
          ifVersion,
          read: async (transaction) => {
            const ordered = await readSlides(transaction, deckId, slideView.shown);
            const shown = { slides: ordered.map(slideView.write) };
            // Otherwise the order would be stored and then answered with the refusal of the long answer.
            requireShort(shown);
            return shown;
          },
        });
        return { body: answer, headers: etag(deck) };
      },
    }),
  ];
}
