import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { NarrationWord } from '../../engines/narration/spoken.ts';

/** What happens to a placeholder without a value: removed, kept as written, or the request is refused. */
export const MissingValues = { BLANK: 'blank', KEEP: 'keep', ERROR: 'error' } as const;
/** A value of `MissingValues`, as it is stored and sent. */
export type MissingValues = (typeof MissingValues)[keyof typeof MissingValues];
registerEnumType(MissingValues, {
  name: 'MissingValues',
  description: 'What happens to a placeholder without a value.',
  valuesConfig: {
    BLANK: { description: 'It is removed, and the spaces around it close up.' },
    KEEP: { description: 'It stays in the text as written.' },
    ERROR: { description: 'The request is refused with UNPROCESSABLE, naming the placeholders.' },
  },
});

/** Contact data of the homeowner. Never logged and never part of an event. */
@ObjectType({ simpleResolvers: true, description: 'Contact data of the homeowner.' })
export class Homeowner {
  @Field(() => String, { description: 'First name.' })
  firstName!: string;

  @Field(() => String, { description: 'Last name.' })
  lastName!: string;

  @Field(() => String, { nullable: true, description: 'Street address.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'City.' })
  city?: string | null;

  @Field(() => String, { nullable: true, description: 'State or region code, such as TX.' })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  zip?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2 code.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number in E.164 format.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email?: string | null;
}

/** Voice of the narration; null fields take the default of the speaker. */
@ObjectType({ simpleResolvers: true, description: 'The voice of the narration.' })
export class VoiceSettings {
  @Field(() => String, { nullable: true, description: "The speaker's own id of the voice; null for the default." })
  voiceId?: string | null;

  @Field(() => Float, { nullable: true, description: '0 (lively) to 1 (steady); null for 0.5.' })
  stability?: number | null;

  @Field(() => Float, { nullable: true, description: '0 to 1, for ElevenLabs only; null for 0.75.' })
  similarityBoost?: number | null;
}

/** Language that the homeowner reads; null takes that of the deck. */
@ObjectType({ simpleResolvers: true, description: 'The language of a presentation.' })
export class LanguageSettings {
  @Field(() => String, { nullable: true, description: 'BCP 47 tag.' })
  languageCode?: string | null;
}

/** Measurements that prices are computed from. */
@ObjectType({ simpleResolvers: true, description: 'Measurements that prices are computed from.' })
export class PriceInputs {
  @Field(() => Float, { nullable: true, description: 'Roof area in squares of 100 square feet.' })
  roofSquares?: number | null;

  @Field(() => Float, { nullable: true, description: 'Solar system size in kilowatts.' })
  systemSizeKw?: number | null;
}

/** A pending script of a slide, deleted once it is spoken. */
export interface SlideScript {
  /** The id of the slide of the presentation. */
  readonly id: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly spoken: string;
  /** The shown words, each with the spoken words for it. */
  readonly words: readonly NarrationWord[];
}

/** Homeowner, measurements, language and time zone of a copy. */
export interface Subject {
  readonly homeowner: Homeowner;
  readonly priceInputs: PriceInputs | null;
  readonly languageSettings: LanguageSettings | null;
  /** IANA name. */
  readonly timeZone: string;
}
