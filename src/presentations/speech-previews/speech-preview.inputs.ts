import { described, Input, InputObject, text } from '../../kit/input/index.ts';
import type {
  HomeownerInput,
  LanguageSettingsInput,
  PriceInputsInput,
  VoiceSettingsInput,
} from '../personalisation/homeowner.attributes.ts';
import { homeowner, languageSettings, priceInputs, voiceSettings } from '../presentations/presentation.inputs.ts';

const optional = { presence: 'optional' } as const;

/** Body of `previewSpeech`. */
@InputObject('A text of a deck, and the homeowner whom it is spoken for.')
export class PreviewSpeechInput {
  @Input(
    text({ max: 128, description: 'The slide whose narration is spoken, with its prices: its id or its slideId.' }),
    optional,
  )
  slideId?: string | null;

  @Input(text({ max: 128, description: 'The id of the FAQ whose answer is spoken.' }), optional)
  faqId?: string | null;

  @Input(
    text({
      max: 20_000,
      description:
        'What is spoken in place of the stored text, such as a draft: in the language of languageSettings, by default that of the deck. Required without slideId and faqId.',
      examples: ['Hello {{homeowner.first_name}}, welcome.'],
    }),
    optional,
  )
  text?: string | null;

  @Input(described(homeowner, 'The homeowner whom it is spoken for; by default an invented one.'), optional)
  homeowner?: HomeownerInput | null;

  @Input(described(priceInputs, 'Measurements for the prices; by default those of an invented home.'), {
    ...optional,
    rest: 'price_inputs',
  })
  priceInputs?: PriceInputsInput | null;

  @Input(languageSettings, { ...optional, rest: 'language_settings' })
  languageSettings?: LanguageSettingsInput | null;

  @Input(voiceSettings, { ...optional, rest: 'voice_settings' })
  voiceSettings?: VoiceSettingsInput | null;
}
