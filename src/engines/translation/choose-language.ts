import { match } from '@formatjs/intl-localematcher';

/** The chosen language; `isStandIn` when it is not one that the reader wants. */
export interface LanguageChoice {
  readonly language: string;
  readonly isStandIn: boolean;
}

/**
 * Chooses among the language of the deck and its translations: the exact tag, the nearest tag of the same language and
 * script (`es-US` for `es-MX`), a shorter form of the tag (`zh` for `zh-TW`), the language of the deck. All tags are
 * canonical.
 */
export function chooseLanguage(wanted: string, own: string, translated: readonly string[]): LanguageChoice {
  const available = [own, ...translated];
  if (available.includes(wanted)) return { language: wanted, isStandIn: false };
  const language = nearestOf(wanted, available) ?? shorterForms(wanted).find((form) => available.includes(form));
  return { language: language ?? own, isStandIn: language === undefined };
}

/** A tag and its shorter forms: `zh-TW`, `zh-Hant`, `zh`. The script follows from the region. */
export function formsOf(tag: string): string[] {
  return [tag, ...shorterForms(tag)];
}

function shorterForms(tag: string): string[] {
  const subtags = tag.split('-');
  const cut = subtags.slice(1).map((_, dropped) => subtags.slice(0, subtags.length - dropped - 1).join('-'));
  const { language, script = '' } = new Intl.Locale(tag).maximize();
  return [...cut.slice(0, -1), `${language}-${script}`, ...cut.slice(-1)];
}

/** The nearest by CLDR distance; undefined when none has the same language and script. */
function nearestOf(wanted: string, available: readonly string[]): string | undefined {
  const written = writtenForm(wanted);
  const alike = available.filter((tag) => languageOf(tag) === languageOf(wanted) && writtenForm(tag) === written);
  if (alike.length < 2) return alike[0];
  // The library caches every tag; tags without extensions are few.
  const plain = new Map(alike.toReversed().map((tag) => [plainTag(tag), tag]));
  return plain.get(match([plainTag(wanted)], [...plain.keys()].toReversed(), plainTag(alike[0] ?? wanted)));
}

/** Language and script: American and British English are equal, simplified and traditional Chinese are not. */
function writtenForm(tag: string): string {
  return `${languageOf(tag)}-${new Intl.Locale(tag).maximize().script ?? ''}`;
}

/** Treats Bokmål and Nynorsk as one language: readers of one read the other. */
function languageOf(tag: string): string {
  const [language = ''] = tag.split('-');
  return language === 'nb' || language === 'nn' ? 'no' : language;
}

function plainTag(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  return [language, script, region].filter((subtag) => subtag !== undefined).join('-');
}
