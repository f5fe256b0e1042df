import { english, type Words } from './english.ts';
import { german } from './german.ts';
import { languageOf } from './language.ts';
import { spanish } from './spanish.ts';

const languages: Readonly<Record<string, Words>> = { en: english, es: spanish, de: german };

/** The words for a presentation, and the language that they are in. */
export function wordsFor(tag: string): { readonly words: Words; readonly language: string } {
  const language = languageOf(tag);
  const words = languages[language];
  return words === undefined ? { words: english, language: 'en' } : { words, language };
}

/** The language of the legal texts in a document: the server has them in the languages of this page. */
export const legalLanguage = (tag: string): string => wordsFor(tag).language;
