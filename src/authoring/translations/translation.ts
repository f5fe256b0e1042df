import { listOf } from '../../kit/core/index.ts';
import { staleFields, type Translated } from '../../engines/translation/translation-sources.ts';
import { Field, ID, Int, ObjectType } from 'type-graphql';

/** Whether one translation is up to date, and who made it. */
@ObjectType({ simpleResolvers: true, description: 'Whether one translation is up to date.' })
export class TranslationState {
  @Field(() => String, { description: 'BCP 47 tag.' })
  language!: string;

  @Field(() => Boolean, {
    description: 'Whether source texts changed after the translation. False when its source is unknown.',
  })
  stale!: boolean;

  @Field(() => [String], { description: 'The changed fields.' })
  staleFields!: string[];

  @Field(() => Boolean, { description: 'Whether a translation service made it and no person has edited it.' })
  machineMade!: boolean;
}

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
      stale: fields.length > 0,
      staleFields: fields,
      machineMade: typeof made?.translator === 'string',
    };
  });
}

/** A slide or FAQ without a new translation. Exactly one of `slideId` and `faqId` is set. */
@ObjectType({ simpleResolvers: true, description: 'A slide or FAQ that was skipped, and why.' })
export class SkippedTranslation {
  @Field(() => ID, { nullable: true, description: 'The id of the slide; null for a FAQ.' })
  slideId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The id of the FAQ; null for a slide.' })
  faqId!: string | null;

  @Field(() => String, { description: 'Why it was skipped, for people.' })
  detail!: string;
}

/** The report of `translateDeck`: counts of what was stored, and what was skipped. */
@ObjectType({ simpleResolvers: true, description: 'Result of translating a deck.' })
export class DeckTranslation {
  @Field(() => String, { description: 'BCP 47 tag.' })
  language!: string;

  @Field(() => String, { description: 'The translation service, such as DeepL.' })
  translator!: string;

  @Field(() => Int, {
    description:
      'Number of translated slides: those without a translation, and those with a stale machine translation.',
  })
  slides!: number;

  @Field(() => Int, { description: 'Number of translated FAQs, likewise.' })
  faqs!: number;

  @Field(() => Int, { description: 'Number of source characters that were translated.' })
  characters!: number;

  @Field(() => [SkippedTranslation], {
    complexity: listOf(10),
    description: 'Slides and FAQs that were not translated, each with the reason.',
  })
  skipped!: SkippedTranslation[];
}
