import { Input, InputObject } from '../../platform/input/input.ts';
import { decimal, json, list, object, oneOf, type Rule, text, uuid } from '../../platform/input/rules.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { MeasurementStrategy } from './presentation.entity.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';

const optional = { presence: 'optional' } as const;
const line = (description: string): Rule => text({ min: 0, max: 200, format: 'plain-text', description });

/** Contact data of the homeowner. Country and phone are stored in canonical form. */
@InputObject('The homeowner whom the presentation is for.')
export class HomeownerInput {
  @Input(text({ max: 100, format: 'plain-name', description: 'First name.', examples: ['Dana'] }), {
    rest: 'first_name',
  })
  firstName!: string;

  @Input(text({ max: 100, format: 'plain-name', description: 'Last name.', examples: ['Whitaker'] }), {
    rest: 'last_name',
  })
  lastName!: string;

  @Input(line('Street address.'), optional)
  address?: string | null;

  @Input(line('City.'), optional)
  city?: string | null;

  @Input(
    text({ min: 0, max: 10, format: 'plain-text', description: 'State or region code.', examples: ['TX'] }),
    optional,
  )
  state?: string | null;

  @Input(text({ min: 0, max: 20, format: 'plain-text', description: 'Postal code.' }), optional)
  zip?: string | null;

  @Input(
    text({
      max: 3,
      format: 'country',
      description:
        'ISO 3166-1 country code: alpha-2, alpha-3, in either case, or UK. Responses have the alpha-2 code, such as US.',
      examples: ['US'],
    }),
    optional,
  )
  country?: string | null;

  @Input(
    text({
      max: 40,
      format: 'phone',
      description:
        "Stored in E.164 format. A number without + belongs to the homeowner's country, or without one to the region of the deck's language.",
      examples: ['+15125550123'],
    }),
    optional,
  )
  phone?: string | null;

  @Input(
    text({ max: 254, format: 'idn-email', description: 'E-mail address.', examples: ['dana@example.com'] }),
    optional,
  )
  email?: string | null;
}

/** Voice of the narration. What is absent is the default of the speaker. */
@InputObject('The voice of the narration.')
export class VoiceSettingsInput {
  @Input(text({ max: 200, description: "The speaker's own id of a voice; by default the speaker's choice." }), {
    ...optional,
    rest: 'voice_id',
  })
  voiceId?: string | null;

  @Input(decimal({ min: 0, max: 1, description: '0 (lively) to 1 (steady); by default 0.5.' }), optional)
  stability?: number | null;

  @Input(decimal({ min: 0, max: 1, description: 'For ElevenLabs only; by default 0.75.' }), {
    ...optional,
    rest: 'similarity_boost',
  })
  similarityBoost?: number | null;
}

/** Language that the homeowner reads. Without it the language of the deck applies. */
@InputObject('The language of the presentation.')
export class LanguageSettingsInput {
  @Input(
    text({
      max: 35,
      format: 'language-tag',
      description: 'BCP 47 tag; by default the language of the deck.',
      examples: ['en-US'],
    }),
    { ...optional, rest: 'language_code' },
  )
  languageCode?: string | null;
}

/** Measurements for the price formula. A tier that needs a missing one has no price. */
@InputObject('Measurements that prices are computed from.')
export class PriceInputsInput {
  @Input(
    decimal({ min: 0, max: 1_000_000, description: 'Roof area in squares of 100 square feet.', examples: [24.5] }),
    {
      ...optional,
      rest: 'roof_squares',
    },
  )
  roofSquares?: number | null;

  @Input(decimal({ min: 0, max: 1_000_000, description: 'Solar system size in kilowatts.', examples: [7.2] }), {
    ...optional,
    rest: 'system_size_kw',
  })
  systemSizeKw?: number | null;
}

/** Body of `createPresentation` and of the preview. */
@InputObject('A presentation for one homeowner.')
export class CreatePresentationInput {
  @Input(object(() => HomeownerInput, { description: 'The homeowner whom it is for.' }))
  homeowner!: HomeownerInput;

  @Input(object(() => VoiceSettingsInput, { description: 'The voice of the narration.' }), {
    ...optional,
    rest: 'voice_settings',
  })
  voiceSettings?: VoiceSettingsInput | null;

  @Input(object(() => LanguageSettingsInput, { description: 'The language of the presentation.' }), {
    ...optional,
    rest: 'language_settings',
  })
  languageSettings?: LanguageSettingsInput | null;

  @Input(object(() => PriceInputsInput, { description: 'Measurements for the prices.' }), {
    ...optional,
    rest: 'price_inputs',
  })
  priceInputs?: PriceInputsInput | null;

  @Input(oneOf(MeasurementStrategy, { description: 'Where the measurements come from.' }), {
    default: MeasurementStrategy.MANUAL,
    rest: 'measurement_strategy',
  })
  measurementStrategy!: MeasurementStrategy;

  @Input(
    oneOf(MissingValues, {
      description:
        'What happens to a placeholder without a value: it is removed (blank), stays as written (keep), or the request is refused (error).',
    }),
    { default: MissingValues.BLANK },
  )
  missing!: MissingValues;
}

/** Most presentations that one request makes. */
export const maxAtOnce = 200;

/** Body of the bulk creation. */
@InputObject('Presentations for many homeowners.')
export class CreatePresentationsInput {
  /** Each is checked by itself: an invalid input does not prevent the others. */
  @Input(
    list(json({ describedBy: () => CreatePresentationInput }), {
      min: 1,
      max: maxAtOnce,
      description: 'One input for each homeowner; the results have the same order.',
    }),
  )
  inputs!: object[];
}

/** Body of `selectTier`. */
@InputObject('The tier that the homeowner chose.')
export class SelectTierInput {
  @Input(oneOf(PricingTier, { description: 'A tier of the offer that has a price.' }))
  tier!: PricingTier;

  @Input(uuid({ description: 'The id of the pricing slide; by default the first one.' }), optional)
  slideId?: string | null;
}
