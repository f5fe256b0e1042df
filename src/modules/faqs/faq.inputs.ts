import { Input, InputObject } from '../../platform/input/input.ts';
import { byLanguage, text } from '../../platform/input/rules.ts';
import { wordTimings, type WordTimingInput } from '../slides/slide.inputs.ts';

const userQuestion = text({ max: 2_000, examples: ['How long does the work take?'] });
const cannedAnswer = text({ max: 20_000, examples: ['Most roofs take two days.'] });
const relatedSlideId = text({ min: 0, max: 128, description: 'The slideId of a slide of the deck.' });
const audioUrl = text({ min: 0, max: 2_048, format: 'link' });

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
    'Texts in other languages, by BCP 47 tag. A language that is not named stays as it is; null takes it out.',
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
  'Changes to a FAQ. What is absent stays as it is; null clears what may be empty and leaves the rest as it is.',
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
