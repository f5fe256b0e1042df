import { Input, InputObject } from '../../platform/input/input.ts';
import { byLanguage, decimal, integer, list, object, oneOf, text } from '../../platform/input/rules.ts';
import { SlideType } from './slide.entity.ts';
import { link, OfferWordingInput, ProductDataInput } from './product-data.inputs.ts';
import { timingFaults } from './word-timings.ts';

/** Largest value of a 32-bit column. */
const maxInteger = 2_147_483_647;

/** At most a day. */
const timeOfWord = decimal({ min: 0, max: 86_400, description: 'Seconds from the start of the audio.' });

/** The time span of one word, in seconds. */
@InputObject('When one word is spoken.')
export class WordTimingInput {
  @Input(text({ max: 200, description: 'The word as it is shown.' }))
  word!: string;

  @Input(timeOfWord)
  startTime!: number;

  @Input(timeOfWord)
  endTime!: number;
}

const audioUrl = link("URL or path of the author's recording of the script.");
const heroImg = link('URL or path of the main image.');
const slideId = text({ max: 128, description: "The client's own key, unique within the deck.", examples: ['welcome'] });
const title = text({ max: 500, description: 'Heading. May contain placeholders.', examples: ['Welcome'] });
const bullets = list(text({ min: 0, max: 1_000 }), {
  max: 50,
  description: 'Bullet points, in order. May contain placeholders.',
});
const narrationScript = text({
  min: 0,
  max: 20_000,
  description: 'What is spoken. May contain placeholders.',
  examples: ['Hello {{homeowner.first_name}}, welcome.'],
});
const slideContext = text({
  min: 0,
  max: 20_000,
  description: 'Notes on the slide, not narrated. May contain placeholders.',
});
const orderIndex = integer({
  min: 0,
  max: maxInteger,
  description: 'Position in the deck; slides with equal positions are shown by age.',
});
const slideType = oneOf(SlideType, { description: 'Layout of the slide.' });
const productData = object(() => ProductDataInput, {
  description: 'The offer of a pricing slide, replaced as a whole.',
});

/** All texts of a slide in one other language. */
@InputObject("A slide's texts in another language. Optional texts that are absent stay in the language of the deck.")
export class SlideTranslationInput {
  @Input(title)
  title!: string;

  @Input(bullets)
  bullets!: string[];

  @Input(narrationScript)
  narrationScript!: string;

  @Input(slideContext, { presence: 'optional' })
  slideContext?: string | null;

  @Input(object(() => OfferWordingInput), { presence: 'optional' })
  productData?: OfferWordingInput | null;
}

const translations = byLanguage(() => SlideTranslationInput, {
  description:
    'Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language.',
});

/** Rule of a list of word timings, in the order in which the words are spoken. */
export const wordTimings = list(
  { ...object(() => WordTimingInput) },
  { max: 20_000, check: timingFaults, description: 'In seconds from the start of the audio; starts never decrease.' },
);

/** Body of `createSlide`. */
@InputObject('A new slide.')
export class CreateSlideInput {
  @Input(slideId)
  slideId!: string;

  @Input(title)
  title!: string;

  @Input(narrationScript)
  narrationScript!: string;

  @Input(bullets, { presence: 'optional' })
  bullets?: string[] | null;

  @Input(slideContext, { presence: 'optional' })
  slideContext?: string | null;

  @Input(audioUrl, { presence: 'optional' })
  audioUrl?: string | null;

  @Input(heroImg, { presence: 'optional' })
  heroImg?: string | null;

  @Input(wordTimings, { presence: 'optional' })
  wordTimings?: WordTimingInput[] | null;

  @Input(orderIndex, { presence: 'optional' })
  orderIndex?: number | null;

  @Input(slideType, { default: SlideType.STANDARD })
  slideType!: SlideType;

  @Input(productData, { presence: 'optional' })
  productData?: ProductDataInput | null;

  @Input(translations, { presence: 'optional' })
  translations?: Record<string, SlideTranslationInput | null> | null;
}

/** Body of `updateSlide`. `slideId` cannot change: clients and FAQs refer to it. */
@InputObject(
  'Changes to a slide. Absent fields keep their values. null clears an optional field and leaves a required one unchanged.',
)
export class UpdateSlideInput {
  @Input(title, { presence: 'kept' })
  title?: string;

  @Input(bullets, { presence: 'optional' })
  bullets?: string[] | null;

  @Input(narrationScript, { presence: 'kept' })
  narrationScript?: string;

  @Input(slideContext, { presence: 'optional' })
  slideContext?: string | null;

  @Input(audioUrl, { presence: 'optional' })
  audioUrl?: string | null;

  @Input(heroImg, { presence: 'optional' })
  heroImg?: string | null;

  @Input(wordTimings, { presence: 'optional' })
  wordTimings?: WordTimingInput[] | null;

  @Input(orderIndex, { presence: 'kept' })
  orderIndex?: number;

  @Input(slideType, { presence: 'kept' })
  slideType?: SlideType;

  @Input(productData, { presence: 'optional' })
  productData?: ProductDataInput | null;

  @Input(translations, { presence: 'optional' })
  translations?: Record<string, SlideTranslationInput | null> | null;
}

/** Body of `reorderSlides`: every slide of the deck exactly once. */
@InputObject("A deck's slides in their new order.")
export class ReorderSlidesInput {
  @Input(list(text({ max: 128 }), { max: 500, description: 'Ids or slideIds of all slides of the deck.' }))
  slideIds!: string[];
}
