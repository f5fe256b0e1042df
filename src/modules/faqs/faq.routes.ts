import { listAnswer, pageQuery, pageRequest } from '../../http/paging.ts';
import { etag, noContent, type Route, route, wrapped, wrappedList } from '../../http/route.ts';
import { id, list, nested, nullable, text, time, view } from '../../http/view.ts';
import { wordTimingView } from '../slides/slide.routes.ts';
import type { Faq } from './faq.entity.ts';
import { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { listFaqs, readFaq } from './faq.reader.ts';
import type { FaqService } from './faq.service.ts';

const faqView = view<Faq>('FAQ', {
  id,
  deckId: id,
  userQuestion: text,
  cannedAnswer: text,
  relatedSlideId: nullable(text),
  audioUrl: nullable(text),
  wordTimings: list(nested(wordTimingView)),
  createdAt: time,
  updatedAt: time,
});

const tag = 'FAQs';

export function faqRoutes(faqs: FaqService): Route[] {
  return [
    route({
      tag,
      extension: false,
      method: 'GET',
      path: '/api/decks/{deckId}/faqs',
      summary: 'List the FAQs of a deck, oldest first',
      description: 'Gives all of them unless limit or after is set.',
      query: pageQuery,
      answers: { 200: wrappedList('faqs', faqView, 'The FAQs.') },
      refuses: ['NOT_FOUND'],
      handle: async (request) =>
        listAnswer('faqs', faqView, await listFaqs(request.scope, request.path('deckId'), pageRequest(request))),
    }),
    route({
      tag,
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/faqs',
      summary: 'Create a FAQ',
      body: CreateFaqInput,
      answers: { 201: wrapped('faq', faqView, 'The new FAQ.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path, body }) => {
        const faq = await faqs.create(scope, path('deckId'), body);
        return {
          status: 201,
          body: { faq: faqView.write(faq) },
          headers: { Location: `/api/faqs/${faq.id}`, ...etag(faq) },
        };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: '/api/faqs/{faqId}',
      summary: 'Read a FAQ',
      answers: { 200: wrapped('faq', faqView, 'The FAQ.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const faq = await readFaq(scope, path('faqId'));
        return { body: { faq: faqView.write(faq) }, headers: etag(faq) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: '/api/faqs/{faqId}',
      summary: 'Change a FAQ',
      body: UpdateFaqInput,
      answers: { 200: wrapped('faq', faqView, 'The FAQ as it is now.') },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const faq = await faqs.update(scope, path('faqId'), body, ifVersion);
        return { body: { faq: faqView.write(faq) }, headers: etag(faq) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'DELETE',
      path: '/api/faqs/{faqId}',
      summary: 'Delete a FAQ',
      answers: { 204: noContent },
      refuses: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await faqs.delete(scope, path('faqId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
