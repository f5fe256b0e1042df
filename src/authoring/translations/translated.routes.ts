import { type Change, type InputClass, MergePatch, replacementOf, requireLanguage } from '../../kit/input/index.ts';
import { AppError, type ErrorCode } from '../../kit/core/index.ts';
import {
  etag,
  joined,
  noContent,
  type QueryOf,
  type QueryParameters,
  type Route,
  route,
  type RouteRequest,
  type RouteResponse,
  versioned,
  wrapped,
  wrappedList,
  wrappedMap,
} from '../../kit/http/index.ts';
import type { View } from '../../kit/data/index.ts';
import type { Translated } from '../../engines/translation/translation-sources.ts';
import { stateView, translationStates } from './translation.ts';

interface Versioned<T> extends Translated<T> {
  readonly version: number;
}

/** Translations to set, by language; null deletes one. */
interface TranslationChange<T> {
  readonly translations: Record<string, T | null>;
}

/** What has translations, a slide or a FAQ, and how its routes are named, read it and change it. */
export interface TranslatedResource<T extends object, Owner extends Versioned<T>, Query extends QueryParameters> {
  readonly tag: string;
  readonly noun: string;
  /** Part of the operation ids: `setSlideTranslation`. */
  readonly name: string;
  readonly path: string;
  readonly query: Query;
  readonly errors: readonly ErrorCode[];
  readonly input: InputClass<T>;
  readonly view: View<T>;
  readonly read: (request: RouteRequest<never, QueryOf<Query>>) => Promise<Owner>;
  /** The texts that translations are made from: a translation is stale when they have changed. */
  readonly source: (owner: Owner) => object;
  readonly update: (
    request: RouteRequest<unknown, QueryOf<Query>>,
    change: Change<TranslationChange<T>>,
  ) => Promise<Owner>;
}

/** Routes of the texts of a slide or FAQ in other languages. They share the ETag of the slide or FAQ. */
export function translatedRoutes<T extends object, Owner extends Versioned<T>, Query extends QueryParameters>(
  resource: TranslatedResource<T, Owner, Query>,
): Route[] {
  const { tag, noun, name, path, query, errors, input, view, read, source, update } = resource;
  const all = { tag, query, extension: true } as const;
  const one = { ...all, path: `${path}/{language}` } as const;
  return [
    route({
      ...all,
      method: 'GET',
      path,
      operationId: `list${name}s`,
      summary: `List the translations of a ${noun}`,
      description: 'The ETag is that of the slide or FAQ.',
      responses: {
        200: versioned(
          joined(
            wrappedMap('translations', view, 'Translations by BCP 47 tag, and their states.'),
            wrappedList('translationStates', stateView, ''),
          ),
        ),
      },
      errors,
      handle: async (request) => {
        const owner = await read(request);
        const entries = Object.entries(owner.translations).map(([language, it]) => [language, view.write(it)]);
        const states = translationStates(owner, source(owner)).map(stateView.write);
        const translations: unknown = Object.fromEntries(entries);
        return { body: { translations, translationStates: states }, headers: etag(owner) };
      },
    }),
    route({
      ...one,
      method: 'GET',
      operationId: `get${name}`,
      summary: `Read a translation of a ${noun}`,
      description: '404 unless there is a translation into exactly this language.',
      responses: { 200: versioned(wrapped('translation', view, 'The translation.')) },
      errors,
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return respond(resource, await read(request), language);
      },
    }),
    route({
      ...one,
      method: 'PUT',
      operationId: `set${name}`,
      creates: true,
      summary: `Set a translation of a ${noun}`,
      description:
        'Replaces the texts in this language; other languages stay. A PATCH keeps the texts that it does not name. With `If-None-Match: *` 412 when there is a translation.',
      body: input,
      responses: { 200: versioned(wrapped('translation', view, 'The translation after the change.')) },
      errors: [...errors, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        const language = requireLanguage(request.path('language'), 'language');
        return respond(resource, await update(request, inLanguage(language, request)), language);
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: `delete${name}`,
      summary: `Delete a translation of a ${noun}`,
      description: 'Other languages stay.',
      responses: { 204: noContent },
      errors: [...errors, 'PRECONDITION_FAILED'],
      handle: async (request) => {
        await update(request, { translations: { [requireLanguage(request.path('language'), 'language')]: null } });
        return { status: 204 };
      },
    }),
  ];
}

/** The change of one translation as a change of the slide or FAQ. A PATCH without that translation makes a new one. */
function inLanguage<T extends object>(
  language: string,
  { body, mustCreate }: Pick<RouteRequest<Change<T>>, 'body' | 'mustCreate'>,
): Change<TranslationChange<T>> {
  return new MergePatch((stored) => {
    const { translations } = stored as Pick<Versioned<T>, 'translations'>;
    const current = translations[language];
    if (mustCreate && current !== undefined) {
      throw new AppError(
        'translation_exists',
        `There is a translation into ${language}: leave If-None-Match out to replace it.`,
      );
    }
    return { translations: { [language]: replacementOf(body, current ?? {}) } };
  });
}

/** The translation into one language. @throws AppError `NOT_FOUND` when there is none */
function respond<T extends object, Owner extends Versioned<T>, Query extends QueryParameters>(
  { noun, view }: TranslatedResource<T, Owner, Query>,
  owner: Owner,
  language: string,
): RouteResponse {
  const translation = owner.translations[language];
  if (translation === undefined) throw new AppError('not_found', `The ${noun} is not translated into ${language}.`);
  return { body: { translation: view.write(translation) }, headers: etag(owner) };
}
