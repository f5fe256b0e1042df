import { Input, InputObject } from '../../input/input.ts';
import { decimal, json, list, object, oneOf, text } from '../../input/rules.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import { MeasurementStrategy, MissingValues } from './presentation.entity.ts';

const optional = { presence: 'optional' } as const;
const line = text({ min: 0, max: 200 });

@InputObject('Whom the presentation is for.')
export class HomeownerInput {
  @Input(text({ max: 100, example: 'Dana' }), { rest: 'first_name' })
  firstName!: string;

  @Input(text({ max: 100, example: 'Whitaker' }), { rest: 'last_name' })
  lastName!: string;

  @Input(line, optional)
  address?: string | null;

  @Input(line, optional)
  city?: string | null;

  @Input(text({ min: 0, max: 10, description: 'Region code.', example: 'TX' }), optional)
  state?: string | null;

  @Input(text({ min: 0, max: 20 }), optional)
  zip?: string | null;

  @Input(text({ max: 2, format: 'country', example: 'US' }), optional)
  country?: string | null;

  @Input(text({ max: 16, format: 'phone', example: '+15125550123' }), optional)
  phone?: string | null;

  @Input(text({ max: 254, format: 'email', example: 'dana@example.com' }), optional)
  email?: string | null;
}

@InputObject('The voice that speaks.')
export class VoiceSettingsInput {
  @Input(text({ max: 200 }), { ...optional, rest: 'voice_id' })
  voiceId?: string | null;

  @Input(decimal({ min: 0, max: 1 }), optional)
  stability?: number | null;

  @Input(decimal({ min: 0, max: 1 }), { ...optional, rest: 'similarity_boost' })
  similarityBoost?: number | null;
}

@InputObject('The language of the presentation.')
export class LanguageSettingsInput {
  @Input(text({ max: 35, format: 'language-tag', example: 'en-US' }), { ...optional, rest: 'language_code' })
  languageCode?: string | null;
}

@InputObject('What prices are computed from.')
export class PriceInputsInput {
  @Input(decimal({ min: 0, max: 1_000_000, description: 'Roof area in squares of 100 square feet.', example: 24.5 }), {
    ...optional,
    rest: 'roof_squares',
  })
  roofSquares?: number | null;

  @Input(decimal({ min: 0, max: 1_000_000, description: 'Solar system size in kilowatts.', example: 7.2 }), {
    ...optional,
    rest: 'system_size_kw',
  })
  systemSizeKw?: number | null;
}

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
const maxAtOnce = 200;

@InputObject('Presentations for many homeowners.')
export class CreatePresentationsInput {
  @Input(list(json({ description: 'As one presentation is created with.' }), { min: 1, max: maxAtOnce }))
  inputs!: object[];
}

@InputObject('The tier that the homeowner chose.')
export class SelectTierInput {
  @Input(oneOf(PricingTier))
  tier!: PricingTier;
}
