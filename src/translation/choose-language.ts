/** The language that texts are taken in; a stand-in when the reader's language is not among those that there are. */
export interface LanguageChoice {
  readonly language: string;
  readonly isStandIn: boolean;
}

/**
 * Chooses among the language that a deck is written in and those that it was translated into: the reader's own tag,
 * then its shorter forms (`es-MX`, `es`), then the deck's language. A region tells the script: who reads `zh-TW` reads
 * `zh-Hant` rather than `zh`. All tags are canonical.
 */
export function chooseLanguage(wanted: string, own: string, translated: readonly string[]): LanguageChoice {
  const subtags = wanted.split('-');
  const longForms = subtags.slice(1).map((_, dropped) => subtags.slice(0, subtags.length - dropped).join('-'));
  for (const language of [wanted, ...longForms, writtenForm(wanted), subtags[0] ?? wanted]) {
    if (language === own || translated.includes(language)) return { language, isStandIn: false };
  }
  return { language: own, isStandIn: writtenForm(wanted) !== writtenForm(own) };
}

/** Language and script: American and British English are one, simplified and traditional Chinese are two. */
function writtenForm(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script ?? ''}`;
}
