import { needs } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { Module } from '../../kit/module.ts';
import { Faq } from './faq.entity.ts';
import * as faqEvents from './faq.events.ts';
import { faqsById } from './faq.reader.ts';
import { DeckFaqsResolver, FaqResolver } from './faq.resolver.ts';
import { type FaqDependencies, faqRoutes } from './faq.routes.ts';

/** Questions and answers of decks. */
export const faqModule: Module<FaqDependencies> = {
  operations: {
    createFaq: needs('decks:write'),
    listFaqs: needs('decks:read'),
    getFaq: needs('decks:read', 'Query.faq'),
    updateFaq: needs('decks:write'),
    deleteFaq: needs('decks:write'),
  },
  tags: { FAQs: 'The questions and answers of a deck.' },
  pathParameters: { faqId: uuidParameter('The id of the FAQ.') },
  entities: [Faq],
  events: Object.values(faqEvents),
  nodes: {
    Faq: tableNode(Faq, faqsById, 'decks:read', {
      namedBy: {
        faqId: 'The FAQ of the deck, as it is now; null without one, and after it was deleted.',
        sourceFaqId: 'The FAQ of the deck that it was made from, as it is now; null after that was deleted.',
      },
    }),
  },
  resolvers: [FaqResolver, DeckFaqsResolver],
  instances: ({ faqs }) => [new FaqResolver(faqs)],
  routes: faqRoutes,
};
