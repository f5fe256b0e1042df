import { english, type Words } from './english.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

const languages: Readonly<Record<string, Words>> = { en: english, es: spanish, de: german };

/** The words for a presentation, and the language that they are in. */
export function wordsFor(tag: string): { readonly words: Words; readonly language: string } {
  const language = new Intl.Locale(tag).language;
  const words = languages[language];
  return words === undefined ? { words: english, language: 'en' } : { words, language };
}

const rightToLeft = /-(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)\b/;

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(new Intl.Locale(tag).maximize().toString()) ? 'rtl' : 'ltr';
}
