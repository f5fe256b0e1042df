import type { Stored } from '../drafts/use-draft.ts';
import type {
  TranslatedFaqFragment,
  TranslatedSlideFragment,
  TranslationsOfDeckQuery,
} from './translations.graphql.ts';
import { wordAt, wordsAt, wordsIn } from './words.ts';

/** Texts of one translation by their places. */
export type Texts = Readonly<Record<string, string>>;

/** One text to translate. */
export interface Line {
  /** Its place, such as `bullets/0` or `productData/good/name`. */
  readonly place: string;
  readonly label: string;
  readonly original: string;
}

/** A slide or FAQ in one language. */
export interface Part {
  readonly kind: 'slide' | 'faq';
  readonly id: string;
  readonly name: string;
  readonly lines: readonly Line[];
  readonly stored: Stored<Texts>;
  readonly isMissing: boolean;
  readonly isMachineMade: boolean;
  /** Fields whose original has changed since. */
  readonly staleFields: readonly string[];
  /** The value for the language in the input of its mutation. */
  readonly inputOf: (texts: Texts) => Record<string, unknown>;
}

type TranslatedDeck = NonNullable<TranslationsOfDeckQuery['deck']>;

/** All slides and FAQs of a deck in one language. */
export function partsOf({ slides, faqs }: TranslatedDeck, language: string): Part[] {
  return [...slides.map((slide) => slidePart(slide, language)), ...faqs.map((faq) => faqPart(faq, language))];
}

/** The languages that something is translated into. */
export function languagesOf({ slides, faqs }: TranslatedDeck): string[] {
  const all = [...slides, ...faqs].flatMap(({ translations }) => translations.map(({ language }) => language));
  return [...new Set(all)].toSorted();
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

/** The texts that have an original and no translation. No homeowner sees the notes. */
export function missingIn({ lines, stored }: Part): Line[] {
  return lines.filter(({ place }) => place !== 'slideContext' && isBlank(stored.value[place]));
}

/** Whether somebody has to look at it. */
export function isOpen(part: Part): boolean {
  return part.isMissing || part.staleFields.length > 0 || missingIn(part).length > 0;
}

type State = Pick<Part, 'isMissing' | 'isMachineMade' | 'staleFields'>;

function stateOf({ translationStates }: TranslatedSlideFragment | TranslatedFaqFragment, language: string): State {
  const state = translationStates.find((one) => one.language === language);
  return {
    isMissing: state === undefined,
    isMachineMade: state?.isMachineMade ?? false,
    staleFields: state?.staleFields ?? [],
  };
}

function slidePart(slide: TranslatedSlideFragment, language: string): Part {
  const offer = offerWords(slide);
  const words = wordsIn(offer);
  const known = slide.translations.find((one) => one.language === language);
  const lines: Line[] = [
    { place: 'title', label: 'Title', original: slide.title },
    ...slide.bullets.map((bullet, index) => ({
      place: `bullets/${index}`,
      label: `Bullet ${index + 1}`,
      original: bullet,
    })),
    { place: 'narrationScript', label: 'Narration', original: slide.narrationScript },
    { place: 'slideContext', label: 'Notes', original: slide.slideContext ?? '' },
    ...words.map(({ place, text }) => ({ place: `productData/${place}`, label: labelOf(place), original: text })),
  ].filter(({ original }) => !isBlank(original));
  return {
    kind: 'slide',
    id: slide.id,
    name: slide.title,
    lines,
    stored: { version: slide.version, value: textsOf(lines, known) },
    ...stateOf(slide, language),
    inputOf: (texts) => ({
      title: texts['title'] ?? '',
      // A list is translated as a whole: a bullet without a translation keeps its original.
      bullets: slide.bullets.some((_, index) => !isBlank(texts[`bullets/${index}`]))
        ? slide.bullets.map((bullet, index) =>
            isBlank(texts[`bullets/${index}`]) ? bullet : texts[`bullets/${index}`],
          )
        : null,
      narrationScript: texts['narrationScript'] ?? '',
      slideContext: isBlank(texts['slideContext']) ? null : texts['slideContext'],
      productData: wordsAt(offer, (place) =>
        isBlank(texts[`productData/${place}`]) ? undefined : texts[`productData/${place}`],
      ),
    }),
  };
}

function offerWords({ productData }: TranslatedSlideFragment): object {
  if (productData === null) return {};
  const { subtitle, disclaimer, good, better, best } = productData;
  return { subtitle, good: good?.stored, better: better?.stored, best: best?.stored, disclaimer };
}

function faqPart(faq: TranslatedFaqFragment, language: string): Part {
  const lines = [
    { place: 'userQuestion', label: 'Question', original: faq.userQuestion },
    { place: 'cannedAnswer', label: 'Answer', original: faq.cannedAnswer },
  ];
  const known = faq.translations.find((one) => one.language === language);
  return {
    kind: 'faq',
    id: faq.id,
    name: faq.userQuestion,
    lines,
    stored: { version: faq.version, value: textsOf(lines, known) },
    ...stateOf(faq, language),
    inputOf: ({ userQuestion = '', cannedAnswer = '' }) => ({ userQuestion, cannedAnswer }),
  };
}

function textsOf(lines: readonly Line[], translation: object | undefined): Texts {
  return Object.fromEntries(lines.map(({ place }) => [place, wordAt(translation, place)]));
}

const tiers: Readonly<Record<string, string>> = { good: 'Good', better: 'Better', best: 'Best' };
const fields: Readonly<Record<string, string>> = {
  adders: 'charge',
  addOns: 'add-on',
  financing: 'plan',
  features: 'feature',
};

/** A place of an offer for people: "Good, feature 2". */
function labelOf(place: string): string {
  const names = place.split('/').map((name, at) => {
    if (at === 0 && tiers[name] !== undefined) return tiers[name];
    return /^\d+$/.test(name) ? `${Number(name) + 1}` : (fields[name] ?? name);
  });
  const text = names.join(' ').replace(/^(Good|Better|Best) /, '$1, ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
