import { english, type Words } from './english.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

const languages: Readonly<Record<string, Words>> = { en: english, es: spanish, de: german };

/** The language of a tag. Some browsers say one that is no tag, such as C. */
export const languageOf = (tag: string): string => tag.toLowerCase().replace(/-.*/, '');

/** The words for a presentation, and the language that they are in. */
export function wordsFor(tag: string): { readonly words: Words; readonly language: string } {
  const language = languageOf(tag);
  const words = languages[language];
  return words === undefined ? { words: english, language: 'en' } : { words, language };
}

/** What HTML says of a text. */
export interface Written {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** The attributes of an element whose text is in a language. */
export const written = (tag: string): Written => ({ lang: tag, dir: directionOf(tag) });

const rightToLeft = /-(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)\b/;

/** The direction in which a language is written. */
export function directionOf(tag: string): Written['dir'] {
  return rightToLeft.test(new Intl.Locale(tag).maximize().toString()) ? 'rtl' : 'ltr';
}
