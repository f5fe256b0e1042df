import { faqMatchView } from './faq-match.ts';
import { type UnansweredQuestion, unansweredQuestionView } from './unanswered-question.ts';
import { deckIdQuery, noContent, type Route, route, timeQuery, wrappedList } from '../../kit/http/index.ts';
import { id, text, time, view } from '../../kit/data/index.ts';
import { sentLink } from '../links/guest-link.ts';
import { mostFound } from './faq-index.ts';
import type { StoredQuestion } from './stored-question.entity.ts';
import { AskGuestQuestionInput, SearchGuestFaqsInput } from './question.inputs.ts';
import { listUnansweredQuestions, unansweredSince, mostListed } from './question.reader.ts';
import type { QuestionService } from './question.service.ts';

/** An unanswered question of one homeowner, for their export. */
export const exportedQuestionView = view<StoredQuestion, 'id' | 'deckId' | 'words' | 'updatedAt'>('ExportedQuestion', {
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
      description: `Recorded as the event question.asked, and as question.unanswered where no FAQ answers it. A link asks 50 questions an hour. ${sentLink}`,
      body: AskGuestQuestionInput,
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, body }) => {
        await questions.ask(scope, body);
        return { status: 204 };
      },
    }),
    ...unansweredRoutes,
  ];
}

const unanswered = {
  tag: 'FAQs',
  extension: true,
  method: 'GET',
  responses: { 200: wrappedList('unansweredQuestions', unansweredQuestionView, 'The questions.') },
} as const;
const ranking = `The most frequent first, ${mostListed} at most, of the last 10,000 that were asked. Questions of a deck in the same words are one. Each was also recorded as the event question.unanswered. A question stays listed when a FAQ is written that answers it in other words: since excludes questions from before.`;
const sinceQuery = timeQuery(unansweredSince);

const unansweredRoutes = [
  route({
    ...unanswered,
    path: '/api/unanswered-questions',
    operationId: 'listAllUnansweredQuestions',
    summary: 'List what homeowners ask and no FAQ answers, of all decks',
    description: ranking,
    query: { deckId: deckIdQuery, since: sinceQuery },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, query }) => unansweredAnswer(await listUnansweredQuestions(scope, query)),
  }),
  route({
    ...unanswered,
    path: '/api/decks/{deckId}/unanswered-questions',
    operationId: 'listUnansweredQuestions',
    summary: 'List what homeowners ask of a deck and no FAQ answers',
    description: ranking,
    query: { since: sinceQuery },
    errors: ['NOT_FOUND'],
    handle: async ({ scope, path, query: { since } }) =>
      unansweredAnswer(await listUnansweredQuestions(scope, { deckId: path('deckId'), since })),
  }),
];

function unansweredAnswer(questions: readonly UnansweredQuestion[]) {
  return { body: { unansweredQuestions: questions.map(unansweredQuestionView.write) } };
}
