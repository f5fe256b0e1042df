/** The language of a tag. Some browsers have one that is no tag, such as C. */
export const languageOf = (tag: string): string => tag.toLowerCase().replace(/-.*/, '');

/** The attributes of HTML for a text. */
export interface Written {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** The attributes of an element whose text is in a language. */
export const written = (tag: string): Written => ({ lang: tag, dir: directionOf(tag) });

const rightToLeft = /-(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)\b/;

export function directionOf(tag: string): Written['dir'] {
  return rightToLeft.test(new Intl.Locale(tag).maximize().toString()) ? 'rtl' : 'ltr';
}
