import { flag, id, isWhole, time, view, viewOf } from '../../kit/data/index.ts';
import {
  changeDepth,
  created,
  etag,
  listResponse,
  noContent,
  pageQuery,
  pageRequest,
  type ResponseHeaders,
  type Route,
  route,
  type RouteRequest,
  versioned,
  warned,
  warningHeaders,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import type { JsonText } from '../../kit/core/index.ts';
import { type DeckLists, deckListText } from '../decks/deck-list.views.ts';
import { linkWarnings } from '../slides/link-warnings.ts';
import { faqAttributes } from './faq.attributes.ts';
import type { Faq } from './faq.entity.ts';
import { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { listFaqs, readFaq } from './faq.reader.ts';
import type { FaqService } from './faq.service.ts';

type HiddenOfFaq = 'translations' | 'translationSources' | 'version';
const faqFields = { id, deckId: id, ...viewOf(faqAttributes), createdAt: time, updatedAt: time };

const faqView = view<Faq, HiddenOfFaq | 'isAudioStale'>('Faq', faqFields);

/** The documented list has the documented fields only; other routes add `isAudioStale`. */
const faqDetailsView = view<Faq, HiddenOfFaq>('FaqDetails', { ...faqFields, isAudioStale: flag });

const tag = 'FAQs';
const shared = { tag, extension: true } as const;
const one = { ...shared, path: '/api/faqs/{faqId}' } as const;

function headersOf(faq: Faq): ResponseHeaders {
  return { ...etag(faq), ...warningHeaders(linkWarnings(faq)) };
}

export interface FaqDependencies extends DeckLists {
  readonly faqs: FaqService;
}

export function faqRoutes({ faqs, ...lists }: FaqDependencies): Route[] {
  return [...collectionRoutes(faqs, lists), ...itemRoutes(faqs)];
}

function collectionRoutes(faqs: FaqService, lists: DeckLists): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'GET',
      path: '/api/decks/{deckId}/faqs',
      operationId: 'listFaqs',
      summary: 'List the FAQs of a deck, oldest first',
      description: 'Returns all FAQs unless limit or after is set. GET /api/faqs/{faqId} also has isAudioStale.',
      query: pageQuery,
      responses: { 200: wrappedList('faqs', faqView, 'The FAQs.') },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const page = pageRequest(request);
        if (isWhole(page)) return { body: { faqs: await allFaqs(request, lists) } };
        const wanted = { deckId: request.path('deckId'), ...page };
        return listResponse('faqs', faqView, await listFaqs(request.scope, wanted, faqView.shown));
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/decks/{deckId}/faqs',
      operationId: 'createFaq',
      summary: 'Create a FAQ',
      description: 'relatedSlideId is the slideId of a slide of the deck.',
      body: CreateFaqInput,
      responses: { 201: warned(created(wrapped('faq', faqDetailsView, 'The new FAQ.'))) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path, body }) => {
        const faq = await faqs.create(scope, path('deckId'), body);
        return {
          status: 201,
          body: { faq: faqDetailsView.write(faq) },
          headers: { Location: `/api/faqs/${faq.id}`, ...headersOf(faq) },
        };
      },
    }),
  ];
}

function allFaqs({ scope, path }: RouteRequest<never>, lists: DeckLists): Promise<JsonText> {
  return deckListText(lists, scope, {
    name: 'FAQs',
    deckId: path('deckId'),
    read: async (deckId) => {
      const { edges } = await listFaqs(scope, { deckId }, faqView.shown);
      return edges.map(({ node }) => faqView.write(node));
    },
  });
}

function itemRoutes(faqs: FaqService): Route[] {
  return [
    route({
      ...one,
      method: 'GET',
      isByVersion: true,
      operationId: 'getFaq',
      summary: 'Read a FAQ',
      description: 'The ETag is its version.',
      responses: { 200: warned(versioned(wrapped('faq', faqDetailsView, 'The FAQ.'))) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const faq = await readFaq(scope, path('faqId'));
        return { body: { faq: faqDetailsView.write(faq) }, headers: headersOf(faq) };
      },
    }),
    route({
      ...one,
      method: 'PUT',
      operationId: 'updateFaq',
      summary: 'Change a FAQ',
      description: `${changeDepth} \`translations\` are merged by language.`,
      body: UpdateFaqInput,
      responses: { 200: warned(versioned(wrapped('faq', faqDetailsView, 'The FAQ after the change.'))) },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const faq = await faqs.update(scope, path('faqId'), body, { ifVersion });
        return { body: { faq: faqDetailsView.write(faq) }, headers: headersOf(faq) };
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteFaq',
      summary: 'Delete a FAQ',
      description: 'Existing presentations keep it.',
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await faqs.delete(scope, path('faqId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
