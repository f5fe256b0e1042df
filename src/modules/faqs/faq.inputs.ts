import { Input, InputObject } from '../../platform/input/input.ts';
import { byLanguage, text } from '../../platform/input/rules.ts';
import { wordTimings, type WordTimingInput } from '../slides/slide.inputs.ts';

const userQuestion = text({
  max: 2_000,
  description: 'The question. May contain placeholders.',
  examples: ['How long does the work take?'],
});
const cannedAnswer = text({
  max: 20_000,
  description: 'The answer. May contain placeholders.',
  examples: ['Most roofs take two days.'],
});
const relatedSlideId = text({ min: 0, max: 128, description: 'The slideId of a slide of the deck.' });
const audioUrl = text({
  min: 0,
  max: 2_048,
  format: 'link',
  description: 'URL or path of a recording of the answer.',
});

/** Both texts of a FAQ in one other language. */
@InputObject('A question and its answer in another language.')
export class FaqTranslationInput {
  @Input(userQuestion)
  userQuestion!: string;

  @Input(cannedAnswer)
  cannedAnswer!: string;
}

const translations = byLanguage(() => FaqTranslationInput, {
  description:
    'Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language.',
});

/** Body of `createFaq`. */
@InputObject('A new FAQ.')
export class CreateFaqInput {
  @Input(userQuestion)
  userQuestion!: string;

  @Input(cannedAnswer)
  cannedAnswer!: string;

  @Input(relatedSlideId, { presence: 'optional' })
  relatedSlideId?: string | null;

  @Input(audioUrl, { presence: 'optional' })
  audioUrl?: string | null;

  @Input(wordTimings, { presence: 'optional' })
  wordTimings?: WordTimingInput[] | null;

  @Input(translations, { presence: 'optional' })
  translations?: Record<string, FaqTranslationInput | null> | null;
}

/** Body of `updateFaq`. */
@InputObject(
  'Changes to a FAQ. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateFaqInput {
  @Input(userQuestion, { presence: 'kept' })
  userQuestion?: string;

  @Input(cannedAnswer, { presence: 'kept' })
  cannedAnswer?: string;

  @Input(relatedSlideId, { presence: 'optional' })
  relatedSlideId?: string | null;

  @Input(audioUrl, { presence: 'optional' })
  audioUrl?: string | null;

  @Input(wordTimings, { presence: 'optional' })
  wordTimings?: WordTimingInput[] | null;

  @Input(translations, { presence: 'optional' })
  translations?: Record<string, FaqTranslationInput | null> | null;
}
