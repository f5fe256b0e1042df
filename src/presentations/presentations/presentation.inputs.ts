import { ArgsType } from 'type-graphql';
import { Input, InputObject, json, list, object, oneOf, uuid } from '../../kit/input/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { MeasurementStrategy } from './presentation.entity.ts';
import {
  HomeownerInput,
  LanguageSettingsInput,
  PriceInputsInput,
  VoiceSettingsInput,
} from '../personalisation/homeowner.attributes.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';

const optional = { presence: 'optional' } as const;

export const homeowner = object(() => HomeownerInput, { description: 'The homeowner whom it is for.' });
export const voiceSettings = object(() => VoiceSettingsInput, { description: 'The voice of the narration.' });
export const languageSettings = object(() => LanguageSettingsInput, {
  description: 'The language of the presentation.',
});
export const priceInputs = object(() => PriceInputsInput, { description: 'Measurements for the prices.' });
const measurementStrategy = oneOf(MeasurementStrategy, { description: 'Where the measurements come from.' });
const missing = oneOf(MissingValues, {
  description:
    'What happens to a placeholder without a value: it is removed (blank), stays as written (keep), or the request is refused (error).',
});

/** Body of `createPresentation` and of the preview. */
@InputObject('A presentation for one homeowner.')
export class CreatePresentationInput {
  @Input(homeowner)
  homeowner!: HomeownerInput;

  @Input(voiceSettings, { ...optional, rest: 'voice_settings' })
  voiceSettings?: VoiceSettingsInput | null;

  @Input(languageSettings, { ...optional, rest: 'language_settings' })
  languageSettings?: LanguageSettingsInput | null;

  @Input(priceInputs, { ...optional, rest: 'price_inputs' })
  priceInputs?: PriceInputsInput | null;

  @Input(measurementStrategy, { default: MeasurementStrategy.MANUAL, rest: 'measurement_strategy' })
  measurementStrategy!: MeasurementStrategy;

  @Input(missing, { default: MissingValues.BLANK })
  missing!: MissingValues;
}

/** Body of `PUT /api/presentations/{presentationId}` and input of `updatePresentation`. */
@InputObject(
  'Changes to a presentation. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdatePresentationInput {
  @Input(homeowner, { presence: 'kept' })
  homeowner?: HomeownerInput;

  @Input(voiceSettings, { ...optional, rest: 'voice_settings' })
  voiceSettings?: VoiceSettingsInput | null;

  @Input(languageSettings, { ...optional, rest: 'language_settings' })
  languageSettings?: LanguageSettingsInput | null;

  @Input(priceInputs, { ...optional, rest: 'price_inputs' })
  priceInputs?: PriceInputsInput | null;

  @Input(measurementStrategy, { presence: 'kept', rest: 'measurement_strategy' })
  measurementStrategy?: MeasurementStrategy;

  @Input(missing, { presence: 'kept' })
  missing?: MissingValues;
}

/** Most presentations that one request makes. */
export const maxAtOnce = 200;

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

/** Body and arguments of `selectTier`, by the team and by a link. */
@ArgsType()
@InputObject('The tier that the homeowner chose.')
export class SelectTierInput {
  @Input(oneOf(PricingTier, { description: 'A tier of the offer that has a price.' }))
  tier!: PricingTier;

  @Input(uuid({ description: 'The id of the pricing slide; by default the first one.' }), optional)
  sourceSlideId?: string | null;
}
