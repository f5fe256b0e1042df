import { Input, InputObject } from '../../platform/input/input.ts';
import {
  byLanguage,
  decimal,
  integer,
  json,
  list,
  object,
  oneOf,
  type Rule,
  text,
} from '../../platform/input/rules.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { SlideType } from './slide.entity.ts';
import { tierFaults, tierWordFaults } from './tier-faults.ts';
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

/** Names of the fields of an offer that hold words, at any depth. Other fields, such as a sku, are never translated. */
export const wordFields: ReadonlySet<string> = new Set(
  `name title subtitle heading label badge tagline summary description details text note caption
  features benefits highlights bullets includes excludes warranty disclaimer`.split(/\s+/),
);

const tier = json({
  description: `A tier. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of ${[...wordFields].join(', ')}.`,
  check: tierFaults,
});
const subtitle = text({ min: 0, max: 2_000, description: 'Line below the title of the offer.' });
const disclaimer = text({ min: 0, max: 2_000, description: 'Small print; contracts print it as well.' });
const link = (description: string): Rule => text({ min: 0, max: 2_048, format: 'link', description });
const audioUrl = link("URL or path of the author's recording of the script.");
const heroImg = link('URL or path of the main image.');
const colour = (description: string): Rule => text({ min: 0, max: 64, description, examples: ['#0f766e'] });

/** The offer of a pricing slide: display settings, and up to three tiers as open JSON objects. */
@InputObject('An offer of up to three tiers.')
export class ProductDataInput {
  @Input(subtitle, { presence: 'optional' })
  subtitle?: string | null;

  @Input(link('URL or path of the logo.'), { presence: 'optional' })
  brandLogo?: string | null;

  @Input(disclaimer, { presence: 'optional' })
  disclaimer?: string | null;

  @Input(oneOf(PricingTier, { description: 'The tier that a new presentation selects; by default the first one.' }), {
    presence: 'optional',
  })
  defaultSelectedTier?: PricingTier | null;

  @Input(colour('CSS color of the background.'), { presence: 'optional' })
  backgroundColor?: string | null;

  @Input(colour('CSS color of the selected tier.'), { presence: 'optional' })
  selectionColor?: string | null;

  @Input(
    integer({
      min: 0,
      max: 1_000_000,
      description: 'Prices are rounded to multiples of it, half up; 0 or null rounds to cents.',
    }),
    { presence: 'optional' },
  )
  roundTo?: number | null;

  @Input(tier, { presence: 'optional' })
  good?: Record<string, unknown> | null;

  @Input(tier, { presence: 'optional' })
  better?: Record<string, unknown> | null;

  @Input(tier, { presence: 'optional' })
  best?: Record<string, unknown> | null;
}

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

const tierWords = json({
  description: 'Translated texts at the same places as in the tier, such as its name and features.',
  check: tierWordFaults,
});

/** Translated words of an offer, at the places of its own texts. Amounts, units and links are ignored. */
@InputObject('The words of an offer in another language. Amounts are the same in all languages.')
export class OfferWordingInput {
  @Input(subtitle, { presence: 'optional' })
  subtitle?: string | null;

  @Input(disclaimer, { presence: 'optional' })
  disclaimer?: string | null;

  @Input(tierWords, { presence: 'optional' })
  good?: Record<string, unknown> | null;

  @Input(tierWords, { presence: 'optional' })
  better?: Record<string, unknown> | null;

  @Input(tierWords, { presence: 'optional' })
  best?: Record<string, unknown> | null;
}

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
