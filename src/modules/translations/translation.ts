import { listOf } from '../../platform/budget/field-price.ts';
import { staleFields, type Translated } from '../../engines/translation/translation-sources.ts';
import { Field, ID, Int, ObjectType } from 'type-graphql';

/** Whether one translation is up to date, and who made it. */
@ObjectType({ simpleResolvers: true, description: 'Whether a translation still fits the texts that it was made from.' })
export class TranslationState {
  @Field(() => String, { description: 'BCP 47 tag.' })
  language!: string;

  @Field(() => Boolean, {
    description: 'Texts were changed after they were translated. False where it is not known what was translated.',
  })
  stale!: boolean;

  @Field(() => [String], { description: 'The fields whose texts were changed.' })
  staleFields!: string[];

  @Field(() => Boolean, { description: 'A machine made it, and nobody has edited it.' })
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
@ObjectType({ simpleResolvers: true, description: 'A slide or FAQ that was not translated, and why.' })
export class SkippedTranslation {
  @Field(() => ID, { nullable: true, description: 'The id of the slide.' })
  slideId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The id of the FAQ; null for a slide.' })
  faqId!: string | null;

  @Field(() => String, { description: 'Why it was skipped, for people.' })
  detail!: string;
}

/** The report of `translateDeck`: counts of what was stored, and what was skipped. */
@ObjectType({ simpleResolvers: true, description: 'What the translation of a deck has done.' })
export class DeckTranslation {
  @Field(() => String, { description: 'BCP 47 tag.' })
  language!: string;

  @Field(() => String, { description: 'Who translated.' })
  translator!: string;

  @Field(() => Int, {
    description:
      'Slides that were translated: those without a translation, and those whose machine translation was out of date.',
  })
  slides!: number;

  @Field(() => Int, { description: 'FAQs that were translated, in the same way.' })
  faqs!: number;

  @Field(() => Int, { description: 'Characters that were translated.' })
  characters!: number;

  @Field(() => [SkippedTranslation], {
    complexity: listOf(10),
    description: 'Slides and FAQs that keep what they have, each with the reason.',
  })
  skipped!: SkippedTranslation[];
}
