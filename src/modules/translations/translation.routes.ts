import { AppError, type ErrorCode } from '../../platform/kernel/errors.ts';
import { deckIdQuery } from '../../platform/rest/paging.ts';
import {
  etag,
  joined,
  noContent,
  type Route,
  type RouteAnswer,
  type RouteRequest,
  route,
  versioned,
  wrapped,
  wrappedList,
  wrappedMap,
} from '../../platform/rest/route.ts';
import type { Tag } from '../../platform/rest/tags.ts';
import { flag, id, integer, json, list, nested, nullable, text, type View, view } from '../../platform/rest/view.ts';
import type { InputClass } from '../../platform/input/rules.ts';
import type { Translated } from '../../engines/translation/translation-sources.ts';
import { requireLanguage } from '../../platform/input/validate.ts';
import type { Faq, FaqTranslation } from '../faqs/faq.entity.ts';
import { FaqTranslationInput } from '../faqs/faq.inputs.ts';
import { readFaq } from '../faqs/faq.reader.ts';
import { textsOfFaq } from '../faqs/faq-texts.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import type { OfferWording, Slide, SlideTranslation } from '../slides/slide.entity.ts';
import { SlideTranslationInput } from '../slides/slide.inputs.ts';
import { findSlide } from '../slides/slide.reader.ts';
import { sourceTextsOfSlide } from '../slides/slide-texts.ts';
import type { SlideService } from '../slides/slide.service.ts';
import {
  type DeckTranslation,
  type SkippedTranslation,
  type TranslationState,
  translationStates,
} from './translation.ts';
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

const stateView = view<TranslationState>('TranslationState', {
  language: text,
  stale: flag,
  staleFields: list(text),
  machineMade: flag,
});

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
      operationId: 'translateDeck',
      summary: 'Add the translations that slides and FAQs of a deck lack in a language, and renew machine translations',
      description:
        'A translator has to be configured. A machine translation that is stale and that nobody has edited is made anew; all other translations stay as they are.',
      responses: { 200: wrapped('translation', deckTranslationView, 'What was translated.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path }) => {
        const report = await translations.translateDeck(scope, path('deckId'), path('language'));
        return { body: { translation: deckTranslationView.write(report) } };
      },
    }),
    ...partRoutes<SlideTranslationInput, Slide>({
      tag: 'Slides',
      noun: 'slide',
      name: 'SlideTranslation',
      path: '/api/slides/{slideId}/translations',
      query: { deckId: deckIdQuery },
      errors: ['NOT_FOUND', 'CONFLICT'],
      input: SlideTranslationInput,
      view: slideTranslationView,
      read: ({ scope, path, query }) => findSlide(scope, path('slideId'), query.deckId),
      source: sourceTextsOfSlide,
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
    ...partRoutes<FaqTranslationInput, Faq>({
      tag: 'FAQs',
      noun: 'FAQ',
      name: 'FaqTranslation',
      path: '/api/faqs/{faqId}/translations',
      query: {},
      errors: ['NOT_FOUND'],
      input: FaqTranslationInput,
      view: faqTranslationView,
      read: ({ scope, path }) => readFaq(scope, path('faqId')),
      source: textsOfFaq,
      update: ({ scope, path, ifVersion }, change) =>
        faqs.update(scope, path('faqId'), { translations: change }, { ifVersion }),
    }),
  ];
}

interface Versioned<T> extends Translated<T> {
  readonly version: number;
}

/** What is translated: a slide or a FAQ. */
interface Part<T extends object, Owner extends Versioned<T>> {
  readonly tag: Tag;
  readonly noun: string;
  /** Stands in the operation ids: `setSlideTranslation`. */
  readonly name: string;
  readonly path: string;
  readonly query: Route['query'] & object;
  readonly errors: readonly ErrorCode[];
  readonly input: InputClass<T>;
  readonly view: View<T>;
  readonly read: (request: RouteRequest<never>) => Promise<Owner>;
  /** Its own texts, to find changes by. */
  readonly source: (owner: Owner) => object;
  readonly update: (request: RouteRequest<T>, change: Record<string, T | null>) => Promise<Owner>;
}

/** Its texts in other languages. If-Match takes the ETag of the slide or FAQ, which is theirs as well. */
function partRoutes<T extends object, Owner extends Versioned<T>>({
  tag,
  noun,
  name,
  path,
  query,
  errors,
  input,
  view: of,
  read,
  source,
  update,
}: Part<T, Owner>): Route[] {
  const shared = { tag, query, extension: true } as const;
  const one = { ...shared, path: `${path}/{language}` };
  const answer = (part: Versioned<T>, language: string): RouteAnswer => {
    const translation = part.translations[language];
    if (translation === undefined) throw new AppError('NOT_FOUND', `The ${noun} is not translated into ${language}.`);
    return { body: { translation: of.write(translation) }, headers: etag(part) };
  };
  return [
    route({
      ...shared,
      method: 'GET',
      path,
      operationId: `list${name}s`,
      summary: `Read the texts of a ${noun} in all languages but the deck's own`,
      description: 'The ETag is theirs and that of what they belong to.',
      responses: {
        200: versioned(
          joined(
            wrappedMap('translations', of, 'By BCP 47 tag, and whether they are up to date.'),
            wrappedList('translationStates', stateView, ''),
          ),
        ),
      },
      errors,
      handle: async (request) => {
        const part = await read(request);
        const entries = Object.entries(part.translations).map(([language, it]) => [language, of.write(it)]);
        const states = translationStates(part, source(part)).map(stateView.write);
        const translations: unknown = Object.fromEntries(entries);
        return { body: { translations, translationStates: states }, headers: etag(part) };
      },
    }),
    route({
      ...one,
      method: 'GET',
      operationId: `get${name}`,
      summary: `Read the texts of a ${noun} in a language`,
      description: 'Without a translation into exactly this language the answer is 404.',
      responses: { 200: versioned(wrapped('translation', of, 'The translation.')) },
      errors,
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return answer(await read(request), language);
      },
    }),
    route({
      ...one,
      method: 'PUT',
      operationId: `set${name}`,
      patchId: `patch${name}`,
      summary: `Give a ${noun} its texts in a language`,
      description: 'Replaces the texts in this language; those in others stay.',
      body: input,
      responses: { 200: versioned(wrapped('translation', of, 'The translation as it is now.')) },
      errors: [...errors, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return answer(await update(request, { [language]: request.body }), language);
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: `delete${name}`,
      summary: `Take the texts of a ${noun} in a language out`,
      description: 'The texts in other languages stay.',
      responses: { 204: noContent },
      errors: [...errors, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        await update(request, { [requireLanguage(request.path('language'), 'language')]: null });
        return { status: 204 };
      },
    }),
  ];
}
