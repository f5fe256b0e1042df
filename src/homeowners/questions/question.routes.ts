import { faqMatchView } from './faq-match.ts';
import { missedView } from './missed-question.ts';
import { noContent, type Route, route, timeQuery, wrappedList } from '../../kit/http/index.ts';
import { id, text, time, view } from '../../kit/data/index.ts';
import { sentLink } from '../links/guest-link.ts';
import { mostFound } from './faq-index.ts';
import type { FaqMiss } from './faq-miss.entity.ts';
import { AskGuestQuestionInput, SearchGuestFaqsInput } from './question.inputs.ts';
import { listMissedQuestions, missedSince, mostListed } from './question.reader.ts';
import type { QuestionService } from './question.service.ts';

/** A missed question of one homeowner, for their export. */
export const faqMissView = view<FaqMiss, 'id' | 'deckId' | 'words' | 'updatedAt'>('FAQMiss', {
  presentationId: id,
  question: text,
  createdAt: time,
});

const ofGuests = { tag: 'Guests', extension: true, method: 'POST' } as const;

export function questionRoutes(questions: QuestionService): Route[] {
  return [
    route({
      ...ofGuests,
      path: '/api/guest/faqs/search',
      operationId: 'searchGuestFaqs',
      summary: 'Find the FAQs that answer what the guest typed',
      description: `Up to ${mostFound}, best first; none where nothing fits. It forgives typing errors, other forms of a word and another order. A POST, so that what was typed is in no URL. ${sentLink}`,
      body: SearchGuestFaqsInput,
      isRead: true,
      responses: { 200: wrappedList('matches', faqMatchView, 'The FAQs, each by its place in the presentation.') },
      handle: async ({ scope, body }) => ({
        body: { matches: (await questions.search(scope, body.text)).map((found) => faqMatchView.write(found)) },
      }),
    }),
    route({
      ...ofGuests,
      path: '/api/guest/questions',
      operationId: 'askGuestQuestion',
      summary: 'Ask a question by a link',
      description: `Recorded as the event question.asked, and as faq.missed where no FAQ answers it. A link asks 50 questions an hour. ${sentLink}`,
      body: AskGuestQuestionInput,
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, body }) => {
        await questions.ask(scope, body);
        return { status: 204 };
      },
    }),
    missedRoute(),
  ];
}

function missedRoute(): Route {
  return route({
    tag: 'FAQs',
    extension: true,
    method: 'GET',
    path: '/api/decks/{deckId}/missed-questions',
    operationId: 'listMissedQuestions',
    summary: 'List what homeowners ask and no FAQ answers',
    description: `The most frequent first, ${mostListed} at most, of the last 10,000 that were asked. Questions in the same words are one. Each was also recorded as the event faq.missed. A question stays listed when a FAQ is written that answers it: since excludes questions from before.`,
    query: { since: timeQuery(missedSince) },
    responses: { 200: wrappedList('missedQuestions', missedView, 'The questions.') },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path, query }) => ({
      body: { missedQuestions: (await listMissedQuestions(scope, path('deckId'), query.since)).map(missedView.write) },
    }),
  });
}
