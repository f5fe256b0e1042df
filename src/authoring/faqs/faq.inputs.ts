import { createOf, type TranslationOf, translationOf, updateOf } from '../../kit/data/index.ts';
import { byLanguage, Input, InputObject } from '../../kit/input/index.ts';
import { faqAttributes } from './faq.attributes.ts';

export type FaqTranslation = TranslationOf<typeof faqAttributes>;

@InputObject('A question and its answer in another language.')
export class FaqTranslationInput extends translationOf(faqAttributes) {}

const translations = byLanguage(() => FaqTranslationInput);

@InputObject('A new FAQ.')
export class CreateFaqInput extends createOf(faqAttributes) {
  @Input(translations, { presence: 'optional' })
  translations?: Record<string, FaqTranslationInput | null> | null;
}

@InputObject(
  'Changes to a FAQ. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateFaqInput extends updateOf(faqAttributes) {
  @Input(translations, { presence: 'optional' })
  translations?: Record<string, FaqTranslationInput | null> | null;
}
