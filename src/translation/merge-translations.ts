import { invalidField } from '../errors.ts';
import { canonicalLanguage } from '../input/language.ts';
import { maxLanguages } from '../input/rules.ts';

/**
 * Translations as they are after a change: what is given for a language replaces it, null takes it out, and null for
 * all of them leaves none. Nothing given (undefined) stays nothing, so that an update leaves them alone.
 *
 * @param clean keeps the members that a translation has, and no others
 * @throws AppError `INVALID_INPUT` when there would be more than `maxLanguages`
 */
export function mergeTranslations<T>(
  stored: Readonly<Record<string, T>>,
  changes: Readonly<Record<string, T | null>> | null | undefined,
  clean: (translation: T) => T,
): Record<string, T> | undefined {
  if (changes === undefined) return undefined;
  if (changes === null) return {};
  const merged = new Map(Object.entries(stored));
  for (const [tag, translation] of Object.entries(changes)) {
    const language = canonicalLanguage(tag) ?? tag;
    if (translation === null) merged.delete(language);
    else merged.set(language, clean(translation));
  }
  if (merged.size > maxLanguages) {
    throw invalidField('/translations', 'length', `There are texts in at most ${maxLanguages} languages.`);
  }
  return Object.fromEntries(merged);
}
