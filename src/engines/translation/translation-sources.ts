import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '../../platform/kernel/apply-changes.ts';
import { jsonDigest } from '../../platform/kernel/json-digest.ts';
import { mergeTranslations, canonicalKeys } from './merge-translations.ts';

/** What a translation was made from, so that a later change of its source is noticed. */
export interface TranslationSource {
  /** The digest of each source text, by its field. */
  readonly digests: Readonly<Record<string, string>>;
  /** The service that made it; null when a person wrote or changed it. */
  readonly translator: string | null;
}

/** A slide or FAQ with its translations. A translation from before sources were kept has none. */
export interface Translated<T> {
  readonly translations: Readonly<Record<string, T>>;
  readonly translationSources: Readonly<Record<string, TranslationSource>>;
}

/** An edit of a slide or FAQ, of its own texts or of their translations or of both. */
export interface TranslationEdit<T> {
  /** Null takes a language out; null for all of them leaves none. */
  readonly changes: Readonly<Record<string, T | null>> | null | undefined;
  /** The source texts by field, before and after the edit. */
  readonly before: object;
  readonly after: object;
  /** Keeps the members that a translation has, and no others. */
  readonly clean: (translation: T) => T;
  /** Fits a translation that stays to the source texts after the edit. */
  readonly fit?: (translation: T) => T;
  readonly translator?: string | undefined;
}

/**
 * Translations and what they were made from, as they are after an edit. A translation that comes back as it was stored,
 * together with changed texts, was not made from those: it stays as old as it is.
 */
export function editTranslations<T>(
  stored: Translated<T>,
  { changes, before, after, clean, fit = (it) => it, translator }: TranslationEdit<T>,
): { translations: Record<string, T>; translationSources: Record<string, TranslationSource> } {
  const [then, now] = [digestsOf(before), digestsOf(after)];
  const isEdited = !isDeepStrictEqual(then, now);
  const isStored = (language: string, translation: T | null): boolean =>
    translation !== null && jsonDigest(clean(translation)) === jsonDigest(stored.translations[language] ?? null);
  const given = canonicalKeys(changes ?? {}).filter(([language, it]) => !(isEdited && isStored(language, it)));
  const kept = Object.entries(stored.translations).map(([language, it]) => [language, fit(it)] as const);
  const translations = mergeTranslations(changes === null ? {} : Object.fromEntries(kept), given, clean);
  const sources = Object.keys(translations).flatMap((language) => {
    const known = stored.translationSources[language];
    const named = given.find(([name]) => name === language);
    if (named === undefined) {
      const source = known ?? (isEdited ? { digests: then, translator: null } : undefined);
      return source === undefined ? [] : [[language, source] as const];
    }
    const by = isStored(...named) ? known?.translator : translator;
    return [[language, { digests: now, translator: by ?? null }] as const];
  });
  return { translations, translationSources: Object.fromEntries(sources) };
}

/**
 * Puts edited translations onto a slide or FAQ.
 *
 * @param isOtherwiseChanged whether its own texts were changed: what a translation was made from is then no news
 * @returns the fields to tell as changed
 */
export function applyTranslations<T>(
  entity: Translated<T>,
  edited: Translated<T>,
  isOtherwiseChanged: boolean,
): string[] {
  const changed = applyChanges(entity, edited);
  const isNews = changed.includes('translations') || (changed.length > 0 && !isOtherwiseChanged);
  return isNews ? ['translations'] : [];
}

/** The fields whose texts are others than those that a translation was made from; none where these are not known. */
export function staleFields(source: TranslationSource | undefined, texts: object): string[] {
  if (source === undefined) return [];
  const changed = Object.entries(digestsOf(texts)).filter(([field, digest]) => {
    const made = source.digests[field];
    return made !== undefined && made !== digest;
  });
  return changed.map(([field]) => field);
}

/** 64 bits tell an edit from none. */
function digestsOf(texts: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]: [string, unknown]) => [field, jsonDigest(text ?? null).slice(0, 16)]),
  );
}
