import { AppError, type ErrorCode } from '../../errors.ts';
import { deckIdQuery } from '../../http/paging.ts';
import {
  etag,
  noContent,
  type Route,
  type RouteAnswer,
  type RouteRequest,
  route,
  wrapped,
  wrappedMap,
} from '../../http/route.ts';
import { id, integer, json, list, nested, nullable, text, type View, view } from '../../http/view.ts';
import type { InputClass } from '../../input/rules.ts';
import { requireLanguage } from '../../input/validate.ts';
import type { FaqTranslation } from '../faqs/faq.entity.ts';
import { FaqTranslationInput } from '../faqs/faq.inputs.ts';
import { readFaq } from '../faqs/faq.reader.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import type { OfferWording, SlideTranslation } from '../slides/slide.entity.ts';
import { SlideTranslationInput } from '../slides/slide.inputs.ts';
import { findSlide } from '../slides/slide.reader.ts';
import type { SlideService } from '../slides/slide.service.ts';
import type { DeckTranslation, SkippedTranslation } from './translation.ts';
import type { TranslationService } from './translation.service.ts';

const offerWordingView = view<OfferWording>('OfferWording', {
  subtitle: nullable(text),
  disclaimer: nullable(text),
  good: nullable(json),
  better: nullable(json),
  best: nullable(json),
});

const slideTranslationView = view<SlideTranslation>('SlideTranslation', {
  title: text,
  bullets: list(text),
  narrationScript: text,
  slideContext: nullable(text),
  productData: nullable(nested(offerWordingView)),
});

const faqTranslationView = view<FaqTranslation>('FAQTranslation', { userQuestion: text, cannedAnswer: text });

const skippedView = view<SkippedTranslation>('SkippedTranslation', {
  slideId: nullable(id),
  faqId: nullable(id),
  detail: text,
});

const deckTranslationView = view<DeckTranslation>('DeckTranslation', {
  language: text,
  translator: text,
  slides: integer,
  faqs: integer,
  characters: integer,
  skipped: list(nested(skippedView)),
});

export function translationRoutes(translations: TranslationService, slides: SlideService, faqs: FaqService): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/translations/{language}',
      summary: 'Add the translations that slides and FAQs of a deck lack in a language',
      answers: { 200: wrapped('translation', deckTranslationView, 'What was added.') },
      refuses: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const report = await translations.translateDeck(scope, path('deckId'), path('language'));
        return { body: { translation: deckTranslationView.write(report) } };
      },
    }),
    ...partRoutes({
      tag: 'Slides',
      noun: 'slide',
      path: '/api/slides/{slideId}/translations',
      query: { deckId: deckIdQuery },
      refuses: ['NOT_FOUND', 'CONFLICT'],
      input: SlideTranslationInput,
      view: slideTranslationView,
      read: ({ scope, path, query }) => findSlide(scope, path('slideId'), query.deckId),
      update: ({ scope, path, query: { deckId }, ifVersion }, change) =>
        slides.update(
          scope,
          path('slideId'),
          { translations: change },
          {
            ...(deckId === undefined ? {} : { deckId }),
            ...(ifVersion === undefined ? {} : { ifVersion }),
          },
        ),
    }),
    ...partRoutes({
      tag: 'FAQs',
      noun: 'FAQ',
      path: '/api/faqs/{faqId}/translations',
      query: {},
      refuses: ['NOT_FOUND'],
      input: FaqTranslationInput,
      view: faqTranslationView,
      read: ({ scope, path }) => readFaq(scope, path('faqId')),
      update: ({ scope, path, ifVersion }, change) =>
        faqs.update(scope, path('faqId'), { translations: change }, ifVersion),
    }),
  ];
}

interface Translated<T> {
  readonly version: number;
  readonly translations: Readonly<Record<string, T>>;
}

/** What is translated: a slide or a FAQ. */
interface Part<T extends object> {
  readonly tag: string;
  readonly noun: string;
  readonly path: string;
  readonly query: Route['query'] & object;
  readonly refuses: readonly ErrorCode[];
  readonly input: InputClass<T>;
  readonly view: View<T>;
  readonly read: (request: RouteRequest<never>) => Promise<Translated<T>>;
  readonly update: (request: RouteRequest<T>, change: Record<string, T | null>) => Promise<Translated<T>>;
}

/** Its texts in other languages. If-Match takes the ETag of the slide or FAQ, which is theirs as well. */
function partRoutes<T extends object>({
  tag,
  noun,
  path,
  query,
  refuses,
  input,
  view: of,
  read,
  update,
}: Part<T>): Route[] {
  const shared = { tag, query, extension: true } as const;
  const one = { ...shared, path: `${path}/{language}` };
  const answer = (part: Translated<T>, language: string): RouteAnswer => {
    const translation = part.translations[language];
    if (translation === undefined) throw new AppError('NOT_FOUND', `The ${noun} is not translated into ${language}.`);
    return { body: { translation: of.write(translation) }, headers: etag(part) };
  };
  return [
    route({
      ...shared,
      method: 'GET',
      path,
      summary: `Read the texts of a ${noun} in all languages but the deck's own`,
      answers: { 200: wrappedMap('translations', of, 'By BCP 47 tag.') },
      refuses,
      handle: async (request) => {
        const part = await read(request);
        const entries = Object.entries(part.translations).map(([language, it]) => [language, of.write(it)]);
        return { body: { translations: Object.fromEntries(entries) }, headers: etag(part) };
      },
    }),
    route({
      ...one,
      method: 'GET',
      summary: `Read the texts of a ${noun} in a language`,
      answers: { 200: wrapped('translation', of, 'The translation.') },
      refuses,
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return answer(await read(request), language);
      },
    }),
    route({
      ...one,
      method: 'PUT',
      summary: `Give a ${noun} its texts in a language`,
      body: input,
      answers: { 200: wrapped('translation', of, 'The translation as it is now.') },
      refuses: [...refuses, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return answer(await update(request, { [language]: request.body }), language);
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: `Take the texts of a ${noun} in a language out`,
      answers: { 204: noContent },
      refuses: [...refuses, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        await update(request, { [requireLanguage(request.path('language'), 'language')]: null });
        return { status: 204 };
      },
    }),
  ];
}
