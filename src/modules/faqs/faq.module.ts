import { tableNode } from '../../platform/graphql/node-catalogue.ts';
import type { Module } from '../../platform/module.ts';
import { Faq } from './faq.entity.ts';
import { faqCreated, faqDeleted, faqUpdated } from './faq.events.ts';
import { faqsById } from './faq.reader.ts';
import { DeckFaqsResolver, FaqResolver } from './faq.resolver.ts';
import { faqRoutes } from './faq.routes.ts';
import type { FaqService } from './faq.service.ts';

/** Questions and answers of decks. */
export const faqModule: Module<{ readonly faqs: FaqService }> = {
  entities: [Faq],
  events: [faqCreated, faqUpdated, faqDeleted],
  nodes: { FAQ: tableNode(Faq, faqsById) },
  resolvers: [FaqResolver, DeckFaqsResolver],
  instances: ({ faqs }) => [new FaqResolver(faqs)],
  routes: ({ faqs }) => faqRoutes(faqs),
};
