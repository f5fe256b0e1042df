import { answerOf, attributes, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { staleFields, type Translated } from '../../engines/translation/translation-sources.ts';
import { ID, Int, ObjectType } from 'type-graphql';

const translationStateAttributes = attributes({
  language: shown(String, 'BCP 47 tag.'),
  isStale: shown(Boolean, 'Whether source texts changed after the translation. False when its source is unknown.'),
  staleFields: shown([String], 'The changed fields.'),
  isMachineMade: shown(Boolean, 'Whether a translation service made it and no person has edited it.'),
});

/** Whether one translation is up to date, and who made it. */
@ObjectType({ simpleResolvers: true, description: 'Whether one translation is up to date.' })
export class TranslationState extends answerOf(translationStateAttributes) {}

export const stateView = view<TranslationState>('TranslationState', viewOf(translationStateAttributes));

/** The state of every translation of a slide or FAQ. @param source its source texts by field */
export function translationStates(
  { translations, translationSources }: Translated<unknown>,
  source: object,
): TranslationState[] {
  return Object.keys(translations).map((language) => {
    const made = translationSources[language];
    const fields = staleFields(made, source);
    return {
      language,
      isStale: fields.length > 0,
      staleFields: fields,
      isMachineMade: typeof made?.translator === 'string',
    };
  });
}

const skippedTranslationAttributes = attributes({
  sourceSlideId: shownOrNull(ID, 'The id of the slide; null for a FAQ.'),
  faqId: shownOrNull(ID, 'The id of the FAQ; null for a slide.'),
  detail: shown(String, 'Why it was skipped, for people.'),
});

/** A slide or FAQ without a new translation. Exactly one of `sourceSlideId` and `faqId` is set. */
@ObjectType({ simpleResolvers: true, description: 'A slide or FAQ that was skipped, and why.' })
export class SkippedTranslation extends answerOf(skippedTranslationAttributes) {}

const skippedView = view<SkippedTranslation>('SkippedTranslation', viewOf(skippedTranslationAttributes));

const deckTranslationAttributes = attributes({
  language: shown(String, 'BCP 47 tag.'),
  translator: shown(String, 'The translation service, such as DeepL.'),
  slideCount: shown(
    Int,
    'Number of translated slides: those without a translation, and those with a stale machine translation.',
  ),
  faqCount: shown(Int, 'Number of translated FAQs, likewise.'),
  characterCount: shown(Int, 'Number of source characters that were translated.'),
  skipped: shownList(
    SkippedTranslation,
    skippedView,
    'Slides and FAQs that were not translated, each with the reason.',
    listOf(10),
  ),
});

/** The report of `translateDeck`: counts of what was stored, and what was skipped. */
@ObjectType({ simpleResolvers: true, description: 'Result of translating a deck.' })
export class DeckTranslation extends answerOf(deckTranslationAttributes) {}

export const deckTranslationView = view<DeckTranslation>('DeckTranslation', viewOf(deckTranslationAttributes));
