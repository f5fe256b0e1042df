import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A slide or FAQ that was not translated, and why.' })
export class SkippedTranslation {
  @Field(() => ID, { nullable: true, description: 'The id of the slide.' })
  slideId!: string | null;

  @Field(() => ID, { nullable: true })
  faqId!: string | null;

  @Field(() => String)
  detail!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What the translation of a deck has added.' })
export class DeckTranslation {
  @Field(() => String, { description: 'BCP 47 tag.' })
  language!: string;

  @Field(() => String, { description: 'Who translated.' })
  translator!: string;

  @Field(() => Int, { description: 'Slides that have a translation now and had none before.' })
  slides!: number;

  @Field(() => Int, { description: 'FAQs that have a translation now and had none before.' })
  faqs!: number;

  @Field(() => Int, { description: 'Characters that were translated.' })
  characters!: number;

  @Field(() => [SkippedTranslation])
  skipped!: SkippedTranslation[];
}
