import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { NarrationWord } from '../../engines/narration/spoken.ts';

/** What happens to a placeholder without a value: removed, kept as written, or the request is refused. */
export const MissingValues = { BLANK: 'blank', KEEP: 'keep', ERROR: 'error' } as const;
/** A value of `MissingValues`, as it is stored and sent. */
export type MissingValues = (typeof MissingValues)[keyof typeof MissingValues];
registerEnumType(MissingValues, {
  name: 'MissingValues',
  description: 'What becomes of a placeholder without a value: nothing, itself as it is written, or a refusal.',
});

/** Contact data of the homeowner. Never logged and never part of an event. */
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

/** Voice of the narration; null fields take the default of the speaker. */
@ObjectType({ simpleResolvers: true })
export class VoiceSettings {
  @Field(() => String, { nullable: true })
  voiceId?: string | null;

  @Field(() => Float, { nullable: true })
  stability?: number | null;

  @Field(() => Float, { nullable: true })
  similarityBoost?: number | null;
}

/** Language that the homeowner reads; null takes that of the deck. */
@ObjectType({ simpleResolvers: true })
export class LanguageSettings {
  @Field(() => String, { nullable: true })
  languageCode?: string | null;
}

/** Measurements that prices are computed from. */
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
