import { invalidField } from '../../kit/core/index.ts';
import { canonicalLanguage, maxLanguages } from '../../kit/input/index.ts';

/** Most characters of all translations of a slide or FAQ as JSON, so that a response can hold them. */
const mostCharacters = 5_000_000;

/**
 * Applies changes to translations: a given language is replaced, null deletes it.
 *
 * @param changes by canonical tag
 * @param clean keeps the known fields of a translation only
 * @throws AppError `INVALID_INPUT` above `maxLanguages` or `mostCharacters`
 */
export function mergeTranslations<T>(
  stored: Readonly<Record<string, T>>,
  changes: readonly (readonly [language: string, translation: T | null])[],
  clean: (translation: T) => T,
): Record<string, T> {
  const merged = new Map(Object.entries(stored));
  for (const [language, translation] of changes) {
    if (translation === null) merged.delete(language);
    else merged.set(language, clean(translation));
  }
  if (changes.length > 0 && merged.size > maxLanguages) {
    throw invalidField('/translations', 'length', `There are texts in at most ${maxLanguages} languages.`);
  }
  const all = Object.fromEntries(merged);
  if (changes.some(([, translation]) => translation !== null)) requireShort(all);
  return all;
}

function requireShort(translations: object): void {
  const characters = JSON.stringify(translations).length;
  if (characters <= mostCharacters) return;
  const [most, found] = [mostCharacters, characters].map((number) => number.toLocaleString('en-US'));
  const detail = `All translations together must have at most ${most} characters as JSON, and have ${found}.`;
  throw invalidField('/translations', 'length', detail);
}

export function canonicalKeys<T>(map: Readonly<Record<string, T>>): [language: string, value: T][] {
  return Object.entries(map).map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]);
}
