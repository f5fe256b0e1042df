import { nearestName } from '../../narration/nearest-name.ts';
import { placeholderNames, placeholderValues } from '../../narration/placeholder-values.ts';
import {
  parseTemplate,
  type PlaceholderValues,
  type RenderOptions,
  renderTemplate,
} from '../../narration/placeholders.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { type Slide, SlideType } from '../slides/slide.entity.ts';
import type { Presentation } from './presentation.entity.ts';
import type { PresentationPricing, PresentationSlide, PresentationWarning } from './presentation.snapshot.ts';
import { priceTiers } from './pricing.ts';

type Snapshot = Pick<Presentation, 'slides' | 'pricing' | 'warnings'>;

/**
 * Makes the homeowner's copy of a deck: prices computed, then every shown and spoken text filled in. Pure: the same
 * deck, inputs and date always give the same copy.
 */
export function personalise(
  deck: Deck,
  slides: readonly Slide[],
  inputs: Pick<Presentation, 'homeowner' | 'priceInputs' | 'languageSettings'>,
  date: Date,
): Snapshot {
  const locale = inputs.languageSettings?.languageCode ?? deck.defaultLanguage;
  const reader = { locale, currency: deck.currency, missing: 'blank' } as const;
  const { pricing, warnings } = priceSlides(deck, slides, inputs.priceInputs);
  const { selectedTier } = pricing;
  const valuesWith = (tiers: PresentationPricing['tiers']): PlaceholderValues =>
    placeholderValues({
      homeowner: inputs.homeowner,
      priceInputs: inputs.priceInputs,
      deck,
      tiers,
      selectedTier,
      date,
    });
  // Names and labels of tiers are texts of the deck, too; once filled in they are values that other texts may name.
  const tierValues = valuesWith(pricing.tiers);
  const tiers = pricing.tiers.map((tier) =>
    fillTexts(tier, (text) => renderTemplate(parseTemplate(text), tierValues, reader).text),
  );
  const values = valuesWith(tiers);
  const rendered = slides.map((slide) => renderSlide(slide, values, reader));
  return {
    pricing: { ...pricing, tiers },
    slides: rendered.map(({ slide }) => slide),
    warnings: [...warnings, ...rendered.flatMap((it) => it.warnings)],
  };
}

/** Prices the first pricing slide: the one whose tiers placeholders such as `better.price` speak of. */
function priceSlides(
  deck: Deck,
  slides: readonly Slide[],
  priceInputs: Presentation['priceInputs'],
): { pricing: PresentationPricing; warnings: PresentationWarning[] } {
  const slide = slides.find((it) => it.slideType === SlideType.PRODUCT_PRICING_V1 && it.productData !== null);
  if (slide === undefined) return { pricing: { slideId: null, selectedTier: null, tiers: [] }, warnings: [] };
  const { tiers, priceWarnings } = priceTiers(slide.productData, priceInputs ?? {}, deck.currency);
  const selectedTier = slide.productData?.defaultSelectedTier ?? tiers[0]?.tier ?? null;
  return {
    pricing: { slideId: slide.id, selectedTier, tiers },
    warnings: priceWarnings.map((warning) => ({ ...warning, slideId: slide.id })),
  };
}

function renderSlide(
  slide: Slide,
  values: PlaceholderValues,
  reader: RenderOptions,
): { slide: PresentationSlide; warnings: PresentationWarning[] } {
  const missing = new Set<string>();
  let isPersonal = false;
  const fill = (template: string): string => {
    const parsed = parseTemplate(template);
    isPersonal ||= parsed.parts.some((part) => part.kind !== 'text');
    const rendered = renderTemplate(parsed, values, reader);
    for (const name of rendered.missing) missing.add(name);
    return rendered.text;
  };
  const narrationScript = fill(slide.narrationScript);
  // Recorded audio says the words of the deck: it fits as long as they are unchanged and nothing in them is personal.
  const keepsAudio = !slide.audioStale && !isPersonal;
  return {
    slide: {
      id: slide.id,
      slideId: slide.slideId,
      title: fill(slide.title),
      bullets: slide.bullets.map(fill),
      narrationScript,
      slideContext: fillTexts(slide.slideContext, fill),
      audioUrl: keepsAudio ? slide.audioUrl : null,
      heroImg: slide.heroImg,
      wordTimings: keepsAudio ? slide.wordTimings : [],
      orderIndex: slide.orderIndex,
      slideType: slide.slideType,
      productData: fillTexts(slide.productData, fill),
    },
    warnings: [...missing].map((name) => missingValue(slide, name)),
  };
}

/** Fills every text in a value of JSON, however deep: the keys of a tier are the author's own. */
function fillTexts<T>(value: T, fill: (template: string) => string): T {
  if (typeof value === 'string') return fill(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillTexts(item, fill)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillTexts<unknown>(item, fill)])) as T;
}

function missingValue(slide: Slide, name: string): PresentationWarning {
  const nearest = placeholderNames.includes(name) ? null : nearestName(name, placeholderNames);
  const hint = nearest === null ? '' : ` Did you mean {{${nearest}}}?`;
  return {
    code: 'missing_value',
    detail: `The slide "${slide.slideId}" uses ${name}, which has no value; it was left blank.${hint}`,
    slideId: slide.id,
  };
}
