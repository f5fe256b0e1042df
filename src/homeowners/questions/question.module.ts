import { guestScopes, needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { StoredQuestion } from './stored-question.entity.ts';
import * as questionEvents from './question.events.ts';
import { QuestionResolver } from './question.resolver.ts';
import { questionRoutes } from './question.routes.ts';
import type { QuestionService } from './question.service.ts';

/** What homeowners ask, and which answers they find. */
export const questionModule: Module<{ readonly questions: QuestionService }> = {
  operations: {
    searchGuestFaqs: needs(guestScopes.view, 'Query.searchGuestFaqs'),
    askGuestQuestion: needs(guestScopes.view),
    listUnansweredQuestions: needs('presentations:read'),
    listAllUnansweredQuestions: needs('presentations:read', 'Query.unansweredQuestions'),
  },
  entities: [StoredQuestion],
  events: Object.values(questionEvents),
  resolvers: [QuestionResolver],
  instances: ({ questions }) => [new QuestionResolver(questions)],
  routes: ({ questions }) => questionRoutes(questions),
};
