import { match } from '@formatjs/intl-localematcher';

/** The language that texts are taken in; a stand-in when the reader's language is not among those that there are. */
export interface LanguageChoice {
  readonly language: string;
  readonly isStandIn: boolean;
}

/**
 * Chooses among the language that a deck is written in and those that it was translated into: the reader's own tag,
 * then the nearest of the same language and script (`es-US` for a reader of `es-MX`), then a shorter form of the tag
 * (`zh` for `zh-TW`), then the deck's language. All tags are canonical.
 */
export function chooseLanguage(wanted: string, own: string, translated: readonly string[]): LanguageChoice {
  const available = [own, ...translated];
  if (available.includes(wanted)) return { language: wanted, isStandIn: false };
  const language = nearestOf(wanted, available) ?? shorterForms(wanted).find((form) => available.includes(form));
  return { language: language ?? own, isStandIn: language === undefined };
}

/** A tag and those that say less of the same: `zh-TW`, `zh-Hant`, `zh`. A region tells the script. */
export function formsOf(tag: string): string[] {
  return [tag, ...shorterForms(tag)];
}

function shorterForms(tag: string): string[] {
  const subtags = tag.split('-');
  const cut = subtags.slice(1).map((_, dropped) => subtags.slice(0, subtags.length - dropped - 1).join('-'));
  const { language, script = '' } = new Intl.Locale(tag).maximize();
  return [...cut.slice(0, -1), `${language}-${script}`, ...cut.slice(-1)];
}

/** The nearest by CLDR's distances between regions; undefined where none has the same language and script. */
function nearestOf(wanted: string, available: readonly string[]): string | undefined {
  const written = writtenForm(wanted);
  const alike = available.filter((tag) => languageOf(tag) === languageOf(wanted) && writtenForm(tag) === written);
  if (alike.length < 2) return alike[0];
  // The library remembers every tag it is given: without extensions there are not so many.
  const plain = new Map(alike.toReversed().map((tag) => [plainTag(tag), tag]));
  return plain.get(match([plainTag(wanted)], [...plain.keys()].toReversed(), plainTag(alike[0] ?? wanted)));
}

/** Language and script: American and British English are one, simplified and traditional Chinese are two. */
function writtenForm(tag: string): string {
  return `${languageOf(tag)}-${new Intl.Locale(tag).maximize().script ?? ''}`;
}

/** Whoever reads one of the two written forms of Norwegian reads the other. */
function languageOf(tag: string): string {
  const [language = ''] = tag.split('-');
  return language === 'nb' || language === 'nn' ? 'no' : language;
}

function plainTag(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  return [language, script, region].filter((subtag) => subtag !== undefined).join('-');
}
