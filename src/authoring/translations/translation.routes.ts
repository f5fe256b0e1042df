import { type NoQuery, ofDeckQuery, type Route, route, wrapped } from '../../kit/http/index.ts';
import { translationViewOf, view } from '../../kit/data/index.ts';
import { sourceTextsOf } from './attribute-texts.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import type { Faq } from '../faqs/faq.entity.ts';
import { type FaqTranslation, FaqTranslationInput } from '../faqs/faq.inputs.ts';
import { readFaq } from '../faqs/faq.reader.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import type { Slide } from '../slides/slide.entity.ts';
import { type SlideTranslation, SlideTranslationInput } from '../slides/slide.inputs.ts';
import { findSlide } from '../slides/slide.reader.ts';
import type { SlideService } from '../slides/slide.service.ts';
import { translatedRoutes } from './translated.routes.ts';
import type { TranslationService } from './translation.service.ts';
import { deckTranslationView } from './translation.ts';

const slideTranslationView = view<SlideTranslation>('SlideTranslation', translationViewOf(slideAttributes));
const faqTranslationView = view<FaqTranslation>('FaqTranslation', translationViewOf(faqAttributes));

/** REST routes of translations: of a whole deck by machine, and of each slide and FAQ by hand. */
export function translationRoutes(translations: TranslationService, slides: SlideService, faqs: FaqService): Route[] {
  return [...deckRoutes(translations), ...slideRoutes(slides), ...faqRoutes(faqs)];
}

function deckRoutes(translations: TranslationService): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/translations/{language}',
      operationId: 'translateDeck',
      summary: 'Add missing translations of the slides and FAQs of a deck, and renew stale machine translations',
      description:
        'Requires DEEPL_API_KEY. Renews stale machine translations that no person has edited; other translations stay.',
      responses: { 200: wrapped('translation', deckTranslationView, 'What was translated.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const report = await translations.translateDeck(scope, path('deckId'), path('language'));
        return { body: { translation: deckTranslationView.write(report) } };
      },
    }),
  ];
}

function slideRoutes(slides: SlideService): Route[] {
  return translatedRoutes<SlideTranslationInput, Slide, typeof ofDeckQuery>({
    tag: 'Slides',
    noun: 'slide',
    name: 'SlideTranslation',
    path: '/api/slides/{slideId}/translations',
    query: ofDeckQuery,
    errors: ['NOT_FOUND', 'CONFLICT'],
    input: SlideTranslationInput,
    view: slideTranslationView,
    read: ({ scope, path, query }) => findSlide(scope, path('slideId'), query.deckId),
    source: (slide) => sourceTextsOf(slideAttributes, slide),
    update: ({ scope, path, query: { deckId }, ifVersion }, change) =>
      slides.update(scope, path('slideId'), change, { deckId, ifVersion }),
  });
}

function faqRoutes(faqs: FaqService): Route[] {
  return translatedRoutes<FaqTranslationInput, Faq, NoQuery>({
    tag: 'FAQs',
    noun: 'FAQ',
    name: 'FaqTranslation',
    path: '/api/faqs/{faqId}/translations',
    query: {},
    errors: ['NOT_FOUND'],
    input: FaqTranslationInput,
    view: faqTranslationView,
    read: ({ scope, path }) => readFaq(scope, path('faqId')),
    source: (faq) => sourceTextsOf(faqAttributes, faq),
    update: ({ scope, path, ifVersion }, change) => faqs.update(scope, path('faqId'), change, { ifVersion }),
  });
}
