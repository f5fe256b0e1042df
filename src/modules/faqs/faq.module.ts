import type { VersionedTexts } from '../../platform/cache/versioned-texts.ts';
import { needs } from '../../platform/policy/requirement.ts';
import { uuidParameter } from '../../platform/rest/path-parameter.ts';
import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Module } from '../../platform/module.ts';
import { Faq } from './faq.entity.ts';
import * as faqEvents from './faq.events.ts';
import { faqsById } from './faq.reader.ts';
import { DeckFaqsResolver, FaqResolver } from './faq.resolver.ts';
import { faqRoutes } from './faq.routes.ts';
import type { FaqService } from './faq.service.ts';

interface Doors {
  readonly faqs: FaqService;
  readonly texts: VersionedTexts;
}

/** Questions and answers of decks. */
export const faqModule: Module<Doors> = {
  operations: {
    createFaq: needs('decks:write'),
    listFaqs: needs('decks:read'),
    getFaq: needs('decks:read'),
    updateFaq: needs('decks:write'),
    deleteFaq: needs('decks:write'),
  },
  tags: { FAQs: 'The questions and answers of a deck.' },
  pathParameters: { faqId: uuidParameter('The id of the FAQ.') },
  entities: [Faq],
  events: Object.values(faqEvents),
  nodes: { FAQ: tableNode(Faq, faqsById, 'decks:read') },
  resolvers: [FaqResolver, DeckFaqsResolver],
  instances: ({ faqs }) => [new FaqResolver(faqs)],
  routes: ({ faqs, texts }) => faqRoutes(faqs, texts),
};
