import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import type { SlideService } from '../slides/slide.service.ts';
import { translationsResolvers, TranslationResolver } from './translation.resolver.ts';
import { translationRoutes } from './translation.routes.ts';
import type { TranslationService } from './translation.service.ts';

interface Dependencies {
  readonly translations: TranslationService;
  readonly slides: SlideService;
  readonly faqs: FaqService;
}

/** Translations of slides and FAQs: by hand, and of a whole deck by a translation service. */
export const translationModule: Module<Dependencies> = {
  operations: {
    translateDeck: needs('decks:write'),
    listSlideTranslations: needs('decks:read'),
    getSlideTranslation: needs('decks:read'),
    setSlideTranslation: needs('decks:write'),
    deleteSlideTranslation: needs('decks:write'),
    listFaqTranslations: needs('decks:read'),
    getFaqTranslation: needs('decks:read'),
    setFaqTranslation: needs('decks:write'),
    deleteFaqTranslation: needs('decks:write'),
  },
  pathParameters: {
    language: { schema: { type: 'string' }, description: 'A BCP 47 language tag.', example: 'es-MX' },
  },
  resolvers: [TranslationResolver, ...translationsResolvers],
  instances: ({ translations }) => [new TranslationResolver(translations)],
  routes: ({ translations, slides, faqs }) => translationRoutes(translations, slides, faqs),
};
