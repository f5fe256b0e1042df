import { Input, InputObject } from '../../platform/input/input.ts';
import { decimal, json, list, object, oneOf, text, uuid } from '../../platform/input/rules.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { MeasurementStrategy } from './presentation.entity.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';

const optional = { presence: 'optional' } as const;
const line = text({ min: 0, max: 200, format: 'plain-text' });

/** Contact data of the homeowner. Country and phone are stored in canonical form. */
@InputObject('Whom the presentation is for.')
export class HomeownerInput {
  @Input(text({ max: 100, format: 'plain-name', examples: ['Dana'] }), { rest: 'first_name' })
  firstName!: string;

  @Input(text({ max: 100, format: 'plain-name', examples: ['Whitaker'] }), { rest: 'last_name' })
  lastName!: string;

  @Input(line, optional)
  address?: string | null;

  @Input(line, optional)
  city?: string | null;

  @Input(text({ min: 0, max: 10, format: 'plain-text', description: 'Region code.', examples: ['TX'] }), optional)
  state?: string | null;

  @Input(text({ min: 0, max: 20, format: 'plain-text' }), optional)
  zip?: string | null;

  @Input(
    text({
      max: 3,
      format: 'country',
      description: 'ISO 3166-1 country code. Lower case and alpha-3 codes are read too, and UK as GB; answers have US.',
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
        "Kept in international format (E.164). Without + it is a number of the homeowner's country, else of the region of the deck's language.",
      examples: ['+15125550123'],
    }),
    optional,
  )
  phone?: string | null;

  @Input(text({ max: 254, format: 'idn-email', examples: ['dana@example.com'] }), optional)
  email?: string | null;
}

/** Voice of the narration. What is absent is the default of the speaker. */
@InputObject('The voice that speaks.')
export class VoiceSettingsInput {
  @Input(text({ max: 200 }), { ...optional, rest: 'voice_id' })
  voiceId?: string | null;

  @Input(decimal({ min: 0, max: 1 }), optional)
  stability?: number | null;

  @Input(decimal({ min: 0, max: 1 }), { ...optional, rest: 'similarity_boost' })
  similarityBoost?: number | null;
}

/** Language that the homeowner reads. Without it the language of the deck applies. */
@InputObject('The language of the presentation.')
export class LanguageSettingsInput {
  @Input(text({ max: 35, format: 'language-tag', examples: ['en-US'] }), { ...optional, rest: 'language_code' })
  languageCode?: string | null;
}

/** Measurements for the price formula. A tier that needs a missing one has no price. */
@InputObject('What prices are computed from.')
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
  @Input(object(() => HomeownerInput))
  homeowner!: HomeownerInput;

  @Input(object(() => VoiceSettingsInput), { ...optional, rest: 'voice_settings' })
  voiceSettings?: VoiceSettingsInput | null;

  @Input(object(() => LanguageSettingsInput), { ...optional, rest: 'language_settings' })
  languageSettings?: LanguageSettingsInput | null;

  @Input(object(() => PriceInputsInput), { ...optional, rest: 'price_inputs' })
  priceInputs?: PriceInputsInput | null;

  @Input(oneOf(MeasurementStrategy), { default: MeasurementStrategy.MANUAL, rest: 'measurement_strategy' })
  measurementStrategy!: MeasurementStrategy;

  @Input(
    oneOf(MissingValues, {
      description:
        'A placeholder without a value leaves nothing (blank), stays as it is written (keep), or refuses the request (error).',
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
  /** Each is checked by itself, so that one which is refused stops no other. */
  @Input(list(json({ describedBy: () => CreatePresentationInput }), { min: 1, max: maxAtOnce }))
  inputs!: object[];
}

/** Body of `selectTier`. */
@InputObject('The tier that the homeowner chose.')
export class SelectTierInput {
  @Input(oneOf(PricingTier))
  tier!: PricingTier;

  @Input(uuid({ description: 'The id of the pricing slide that the tier is on; the first one unless told.' }), optional)
  slideId?: string | null;
}
