import { createOf, type TranslationOf, translationOf, updateOf } from '../../kit/data/index.ts';
import { byLanguage, Input, InputObject, list, object, text } from '../../kit/input/index.ts';
import { slideAttributes } from './slide.attributes.ts';

/** A slide's texts in another language. Absent optional texts stay in the language of the deck. */
export type SlideTranslation = TranslationOf<typeof slideAttributes>;

@InputObject("A slide's texts in another language. Optional texts that are absent stay in the language of the deck.")
export class SlideTranslationInput extends translationOf(slideAttributes) {}

const translations = byLanguage(() => SlideTranslationInput);

@InputObject('A new slide.')
export class CreateSlideInput extends createOf(slideAttributes) {
  @Input(translations, { presence: 'optional' })
  translations?: Record<string, SlideTranslationInput | null> | null;
}

/** Most slides that one request creates. */
export const maxSlidesAtOnce = 100;

@InputObject('New slides of a deck.')
export class CreateSlidesInput {
  @Input(
    list(
      object(() => CreateSlideInput),
      { min: 1, max: maxSlidesAtOnce, description: 'The slides in their order. All are created, or none.' },
    ),
  )
  slides!: CreateSlideInput[];
}

/** Body of `updateSlide`. `slideId` cannot change: clients and FAQs refer to it. */
@InputObject(
  'Changes to a slide. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateSlideInput extends updateOf(slideAttributes) {
  @Input(translations, { presence: 'optional' })
  translations?: Record<string, SlideTranslationInput | null> | null;
}

/** Body of `reorderSlides`: every slide of the deck exactly once. */
@InputObject("A deck's slides in their new order.")
export class ReorderSlidesInput {
  @Input(list(text({ max: 128 }), { max: 500, description: 'Ids or slideIds of all slides of the deck.' }))
  slideIds!: string[];
}
