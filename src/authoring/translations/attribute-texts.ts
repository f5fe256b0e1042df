import {
  type Attribute,
  attributeNames,
  type Attributes,
  isPersonalised,
  isTranslated,
  type PersonalisedNames,
  type RowOf,
  type TranslationOf,
  type Wording,
} from '../../kit/data/index.ts';
import { hasWords } from '../../engines/translation/protected-text.ts';
import {
  type Translated,
  editTranslations,
  type TranslationEdit,
} from '../../engines/translation/translation-sources.ts';

/** The texts of a noun that are filled in for a homeowner; those of another language among them. */
export type ShownTexts<Set extends Attributes> = Pick<RowOf<Set>, PersonalisedNames<Set>>;

/** A text, or a list of texts: all of it is words. */
const wholeValue: Wording = {
  wordsOf: (value) => value,
  sourceOf: (value) => value,
  withWords: (value, words) => words ?? value,
  missingIn: (value, words) => {
    const texts = words === null || words === undefined ? [value].flat() : [];
    return texts.some((text) => typeof text === 'string' && hasWords(text)) ? [''] : [];
  },
  moveWords: (words) => words,
};

function wordingOf({ wording = wholeValue }: Attribute): Wording {
  return wording;
}

/** Makes an object with a member for each translated attribute. */
function eachTranslated(set: Attributes, make: (wording: Wording, name: string) => unknown): object {
  const names = attributeNames(set, isTranslated);
  return Object.fromEntries(names.map((name) => [name, make(wordingOf(set[name] as Attribute), name)]));
}

/** The translatable texts of a noun, in the language of the deck. */
export function textsOf<Set extends Attributes>(set: Set, row: RowOf<Set>): TranslationOf<Set> {
  return eachTranslated(set, (wording, name) => wording.wordsOf(row[name])) as TranslationOf<Set>;
}

/** The texts that the staleness of translations is computed from, by attribute. */
export function sourceTextsOf<Set extends Attributes>(set: Set, row: RowOf<Set>): object {
  return eachTranslated(set, (wording, name) => wording.sourceOf(row[name]));
}

/** The texts of a noun that may contain placeholders, in the language of the deck. */
export function personalisedTextsOf<Set extends Attributes>(set: Set, row: RowOf<Set>): ShownTexts<Set> {
  return Object.fromEntries(attributeNames(set, isPersonalised).map((name) => [name, row[name]])) as ShownTexts<Set>;
}

/** The same with a translation in place of its own words. */
export function translatedTextsOf<Set extends Attributes>(
  set: Set,
  row: RowOf<Set>,
  translation: TranslationOf<Set>,
): ShownTexts<Set> {
  const translated = eachTranslated(set, (wording, name) => wording.withWords(row[name], member(translation, name)));
  return { ...personalisedTextsOf(set, row), ...translated };
}

/**
 * JSON Pointers to the texts that homeowners see and that a translation lacks, such as `/productData/disclaimer`.
 * They are shown in the language of the deck.
 */
export function* missingTextsOf<Set extends Attributes>(
  set: Set,
  row: RowOf<Set>,
  translation: TranslationOf<Set>,
): Generator<string, void> {
  for (const name of attributeNames(set, (one) => isTranslated(one) && one.hidden !== true)) {
    const { missingIn } = wordingOf(set[name] as Attribute);
    for (const pointer of missingIn(row[name], member(translation, name))) yield `/${name}${pointer}`;
  }
}

/** Translations and their sources after an edit of a noun, or of its translations. */
export function editedTranslations<Set extends Attributes>(
  set: Set,
  before: RowOf<Set> & Translated<TranslationOf<Set>>,
  after: RowOf<Set>,
  { changes, translator }: Pick<TranslationEdit<TranslationOf<Set>>, 'changes' | 'translator'>,
): Translated<TranslationOf<Set>> {
  return editTranslations(before, {
    changes,
    before: sourceTextsOf(set, before),
    after: sourceTextsOf(set, after),
    clean: (translation) =>
      eachTranslated(set, (_wording, name) => member(translation, name) ?? null) as TranslationOf<Set>,
    fit: (translation) => {
      const moved = eachTranslated(set, (wording, name) =>
        wording.moveWords(member(translation, name), before[name], after[name]),
      );
      return { ...translation, ...moved };
    },
    translator,
  });
}

function member(translation: object, name: string): unknown {
  return Reflect.get(translation, name);
}
