import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { NarrationWord } from '../../engines/narration/spoken.ts';

export const MissingValues = { BLANK: 'blank', KEEP: 'keep', ERROR: 'error' } as const;
export type MissingValues = (typeof MissingValues)[keyof typeof MissingValues];
registerEnumType(MissingValues, {
  name: 'MissingValues',
  description: 'What becomes of a placeholder without a value: nothing, itself as it is written, or a refusal.',
});

@ObjectType({ simpleResolvers: true })
export class Homeowner {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  lastName!: string;

  @Field(() => String, { nullable: true })
  address?: string | null;

  @Field(() => String, { nullable: true })
  city?: string | null;

  @Field(() => String, { nullable: true })
  state?: string | null;

  @Field(() => String, { nullable: true })
  zip?: string | null;

  @Field(() => String, { nullable: true })
  country?: string | null;

  @Field(() => String, { nullable: true })
  phone?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class VoiceSettings {
  @Field(() => String, { nullable: true })
  voiceId?: string | null;

  @Field(() => Float, { nullable: true })
  stability?: number | null;

  @Field(() => Float, { nullable: true })
  similarityBoost?: number | null;
}

@ObjectType({ simpleResolvers: true })
export class LanguageSettings {
  @Field(() => String, { nullable: true })
  languageCode?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class PriceInputs {
  @Field(() => Float, { nullable: true })
  roofSquares?: number | null;

  @Field(() => Float, { nullable: true })
  systemSizeKw?: number | null;
}

/** What is to be said on a slide, kept until it has been. */
export interface SlideScript {
  /** The id of the presentation's slide. */
  readonly id: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly spoken: string;
  /** The words that are shown, each with those that are said for it. */
  readonly words: readonly NarrationWord[];
}

/** For whom, with which prices and in which language a deck is made. */
export interface Subject {
  readonly homeowner: Homeowner;
  readonly priceInputs: PriceInputs | null;
  readonly languageSettings: LanguageSettings | null;
  /** IANA name. */
  readonly timeZone: string;
}
