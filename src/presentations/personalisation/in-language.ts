import type { Attributes, RowOf, TranslationOf } from '../../kit/data/index.ts';
import {
  missingTextsOf,
  personalisedTextsOf,
  type ShownTexts,
  sourceTextsOf,
  translatedTextsOf,
} from '../../authoring/translations/attribute-texts.ts';
import type { slideAttributes } from '../../authoring/slides/slide.attributes.ts';
import { chooseLanguage, type LanguageChoice } from '../../engines/translation/choose-language.ts';
import { staleFields, type Translated } from '../../engines/translation/translation-sources.ts';

/** Most texts that are looked for in a translation that lacks texts: a warning names the first of them. */
export const mostMissing = 4;

/** Texts in the available language that is nearest to that of the reader. */
export interface InLanguage<Texts> extends LanguageChoice {
  readonly texts: Texts;
  readonly isTranslated: boolean;
  /** Fields whose source texts changed after this translation was made. */
  readonly staleFields: readonly string[];
  /**
   * JSON Pointers to the first texts that the translation lacks, at most `mostMissing`: they are shown in the language
   * of the deck. None where the reader reads that language, too.
   */
  readonly missingTexts: readonly string[];
}

export type SlideTexts = ShownTexts<typeof slideAttributes>;

/** The texts of a slide or FAQ for a reader of `wanted`; `own` is the language of the deck. */
export function inLanguage<Set extends Attributes>(
  set: Set,
  row: RowOf<Set> & Translated<TranslationOf<Set>>,
  wanted: string,
  own: string,
): InLanguage<ShownTexts<Set>> {
  const choice = chooseLanguage(wanted, own, Object.keys(row.translations));
  const translation = choice.language === own ? undefined : row.translations[choice.language];
  if (translation === undefined) {
    return { ...choice, texts: personalisedTextsOf(set, row), isTranslated: false, staleFields: [], missingTexts: [] };
  }
  return {
    ...choice,
    texts: translatedTextsOf(set, row, translation),
    isTranslated: true,
    staleFields: staleFields(row.translationSources[choice.language], sourceTextsOf(set, row)),
    missingTexts: chooseLanguage(wanted, own, []).isStandIn
      ? [...missingTextsOf(set, row, translation).take(mostMissing)]
      : [],
  };
}
