import { isDeepStrictEqual } from 'node:util';
import { applyChanges, isSameJson, jsonDigest } from '../../kit/core/index.ts';
import { mergeTranslations, canonicalKeys } from './merge-translations.ts';

/** The source of a translation, by which later changes of the source are detected. */
export interface TranslationSource {
  /** Digest of each source text, by field. */
  readonly digests: Readonly<Record<string, string>>;
  /** The translation service; null when a person wrote or changed the translation. */
  readonly translator: string | null;
}

/** A slide or FAQ with its translations. Translations from before sources were stored have none. */
export interface Translated<T> {
  readonly translations: Readonly<Record<string, T>>;
  readonly translationSources: Readonly<Record<string, TranslationSource>>;
}

/** An edit of the texts of a slide or FAQ, of their translations, or of both. */
export interface TranslationEdit<T> {
  /** By language; null deletes one. Null for all of them deletes all. */
  readonly changes: Readonly<Record<string, T | null>> | null | undefined;
  /** Source texts by field, before and after the edit. */
  readonly before: object;
  readonly after: object;
  /** Keeps the known fields of a translation only. */
  readonly clean: (translation: T) => T;
  /** Adapts a kept translation to the source texts after the edit. */
  readonly fit?: (translation: T) => T;
  readonly translator?: string | undefined;
}

/**
 * Translations and their sources after an edit. A translation that is sent back unchanged together with changed texts
 * keeps its old source: it was not made from the new texts.
 */
export function editTranslations<T>(
  stored: Translated<T>,
  { changes, before, after, clean, fit = (it) => it, translator }: TranslationEdit<T>,
): Translated<T> {
  const edits = canonicalKeys(changes ?? {});
  // Digests are most of the work, and most decks have one language.
  if (edits.length === 0 && Object.keys(stored.translations).length === 0)
    return { translations: {}, translationSources: {} };
  const [then, now] = [digestsOf(before), digestsOf(after)];
  const isEdited = !isDeepStrictEqual(then, now);
  const isStored = (language: string, translation: T | null): boolean =>
    translation !== null && isSameJson(clean(translation), stored.translations[language] ?? null);
  const given = edits.filter(([language, it]) => !(isEdited && isStored(language, it)));
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
 * Stores edited translations in a slide or FAQ.
 *
 * @param isOtherwiseChanged whether its own texts were changed: a change of sources alone is then not reported
 * @returns the changed fields to report
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

/** Fields whose source texts have changed since the translation was made; none when its source is unknown. */
export function staleFields(source: TranslationSource | undefined, texts: object): string[] {
  if (source === undefined) return [];
  const changed = Object.entries(digestsOf(texts)).filter(([field, digest]) => {
    const made = source.digests[field];
    return made !== undefined && made !== digest;
  });
  return changed.map(([field]) => field);
}

/** 64 bits of each digest are enough to detect an edit. */
function digestsOf(texts: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]: [string, unknown]) => [field, jsonDigest(text ?? null).slice(0, 16)]),
  );
}
