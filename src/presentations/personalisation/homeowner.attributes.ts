import { ObjectType } from 'type-graphql';
import { attribute, attributes, createOf, structureOf, view, viewOf } from '../../kit/data/index.ts';
import { decimal, InputObject, type Rule, text } from '../../kit/input/index.ts';

const line = (description: string): Rule<string> => text({ min: 0, max: 200, format: 'plain-text', description });

const homeownerAttributes = attributes({
  firstName: attribute(text({ max: 100, format: 'plain-name', description: 'First name.', examples: ['Dana'] }), {
    rest: 'first_name',
  }),
  lastName: attribute(text({ max: 100, format: 'plain-name', description: 'Last name.', examples: ['Whitaker'] }), {
    rest: 'last_name',
  }),
  address: attribute(line('Street address.'), { nullable: true }),
  city: attribute(line('City.'), { nullable: true }),
  state: attribute(
    text({ min: 0, max: 10, format: 'plain-text', description: 'State or region code.', examples: ['TX'] }),
    { nullable: true },
  ),
  zip: attribute(text({ min: 0, max: 20, format: 'plain-text', description: 'Postal code.' }), { nullable: true }),
  country: attribute(
    text({
      max: 3,
      format: 'country',
      description:
        'ISO 3166-1 country code: alpha-2, alpha-3, in either case, or UK. Responses have the alpha-2 code, such as US.',
      examples: ['US'],
    }),
    { nullable: true },
  ),
  phone: attribute(
    text({
      max: 40,
      format: 'phone',
      description:
        "Stored in E.164 format. A number without + belongs to the homeowner's country, or without one to the region of the deck's language.",
      examples: ['+15125550123'],
    }),
    { nullable: true },
  ),
  email: attribute(
    text({ max: 254, format: 'idn-email', description: 'E-mail address.', examples: ['dana@example.com'] }),
    {
      nullable: true,
    },
  ),
});

/** Contact data of the homeowner. Never logged and never part of an event. */
@ObjectType({ simpleResolvers: true, description: 'Contact data of the homeowner.' })
export class Homeowner extends structureOf(homeownerAttributes) {}

/** Contact data of the homeowner. Country and phone are stored in canonical form. */
@InputObject('The homeowner whom the presentation is for.')
export class HomeownerInput extends createOf(homeownerAttributes) {}

export const homeownerView = view<Homeowner>('Homeowner', viewOf(homeownerAttributes));

const voiceAttributes = attributes({
  voiceId: attribute(
    text({ max: 200, description: "The speaker's own id of a voice; by default the speaker's choice." }),
    {
      nullable: true,
      rest: 'voice_id',
    },
  ),
  stability: attribute(decimal({ min: 0, max: 1, description: '0 (lively) to 1 (steady); by default 0.5.' }), {
    nullable: true,
  }),
  similarityBoost: attribute(
    decimal({ min: 0, max: 1, description: '0 to 1, for ElevenLabs only; by default 0.75.' }),
    {
      nullable: true,
      rest: 'similarity_boost',
    },
  ),
});

/** Voice of the narration; null fields take the default of the speaker. */
@ObjectType({ simpleResolvers: true, description: 'The voice of the narration.' })
export class VoiceSettings extends structureOf(voiceAttributes) {}

/** Voice of the narration. What is absent is the default of the speaker. */
@InputObject('The voice of the narration.')
export class VoiceSettingsInput extends createOf(voiceAttributes) {}

export const voiceSettingsView = view<VoiceSettings>('VoiceSettings', viewOf(voiceAttributes));

const languageAttributes = attributes({
  languageCode: attribute(
    text({
      max: 35,
      format: 'language-tag',
      description: 'BCP 47 tag; by default the language of the deck.',
      examples: ['en-US'],
    }),
    { nullable: true, rest: 'language_code' },
  ),
});

/** Language that the homeowner reads; null takes that of the deck. */
@ObjectType({ simpleResolvers: true, description: 'The language of a presentation.' })
export class LanguageSettings extends structureOf(languageAttributes) {}

/** Language that the homeowner reads. Without it the language of the deck applies. */
@InputObject('The language of the presentation.')
export class LanguageSettingsInput extends createOf(languageAttributes) {}

export const languageSettingsView = view<LanguageSettings>('LanguageSettings', viewOf(languageAttributes));

const measurement = (description: string, example: number): Rule<number> =>
  decimal({ min: 0, max: 1_000_000, description, examples: [example] });

const priceAttributes = attributes({
  roofSquares: attribute(measurement('Roof area in squares of 100 square feet.', 24.5), {
    nullable: true,
    rest: 'roof_squares',
  }),
  systemSizeKw: attribute(measurement('Solar system size in kilowatts.', 7.2), {
    nullable: true,
    rest: 'system_size_kw',
  }),
});

@ObjectType({ simpleResolvers: true, description: 'Measurements that prices are computed from.' })
export class PriceInputs extends structureOf(priceAttributes) {}

/** Measurements for the price formula. A tier that needs a missing one has no price. */
@InputObject('Measurements that prices are computed from.')
export class PriceInputsInput extends createOf(priceAttributes) {}

export const priceInputsView = view<PriceInputs>('PriceInputs', viewOf(priceAttributes));
