import { invalidField } from '../../platform/kernel/errors.ts';
import { canonicalLanguage } from '../../platform/input/language.ts';
import { maxLanguages } from '../../platform/input/rules.ts';

/** Of all translations of one thing as JSON: with them it still fits in an answer. */
const mostCharacters = 5_000_000;

/**
 * Translations as they are after a change: what is given for a language replaces it, null takes it out.
 *
 * @param changes by canonical tag
 * @param clean keeps the members that a translation has, and no others
 * @throws AppError `INVALID_INPUT` when there would be more than `maxLanguages`, or more characters than `mostCharacters`
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

/** Entries by the canonical spelling of their language. */
export function canonicalKeys<T>(map: Readonly<Record<string, T>>): [language: string, value: T][] {
  return Object.entries(map).map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]);
}
