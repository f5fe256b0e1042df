import { mapTexts } from '../../narration/map-texts.ts';
import { knownPlaceholders, placeholderValues } from '../../narration/placeholder-values.ts';
import { moneyWriter } from '../../narration/term-writers.ts';
import { parseTemplate, placeholdersIn, type PlaceholderValues, renderTemplate } from '../../narration/placeholders.ts';
import { estimateReadingTimes } from '../../narration/reading-time.ts';
import { renderNarration } from '../../narration/spoken.ts';
import type { Deck } from '../decks/deck.entity.ts';
import type { Faq } from '../faqs/faq.entity.ts';
import { type Slide, SlideType } from '../slides/slide.entity.ts';
import { fillTexts, type FillOptions, type Lack, type TextOwner } from './filled-texts.ts';
import { faqIn, type InLanguage, slideIn, type SlideTexts } from './in-language.ts';
import type { MissingValues, Presentation, SlideScript } from './presentation.entity.ts';
import {
  type Copy,
  type PresentationFaq,
  type PresentationPricing,
  type PresentationSlide,
  type PresentationWarning,
  SlideTiming,
  type TierPrice,
} from './presentation.snapshot.ts';
import { type PricedTier, priceTiers } from './pricing.ts';

/** A deck with all that copies are made from, in the order in which it is shown. */
export interface DeckContents {
  readonly deck: Deck;
  readonly slides: readonly Slide[];
  readonly faqs: readonly Faq[];
}

/** Whom a copy is for, and how it is made. */
export interface CopyInputs extends Pick<Presentation, 'homeowner' | 'priceInputs' | 'languageSettings'> {
  readonly missing: MissingValues;
  /** What texts call `date`. */
  readonly madeAt: Date;
  /** Whether somebody is to speak what has no recording. Otherwise readers get estimated times, and there are no scripts. */
  readonly isSpoken: boolean;
}

/**
 * Makes the homeowner's copy of a deck: the texts in the homeowner's language, prices computed, then every shown and
 * spoken text filled in. Pure: the same deck and inputs always give the same copy.
 */
export function personalise(
  { deck, slides, faqs }: DeckContents,
  inputs: CopyInputs,
): { copy: Copy; lacks: readonly Lack[]; scripts: readonly SlideScript[] } {
  const own = deck.defaultLanguage;
  const locale = inputs.languageSettings?.languageCode ?? own;
  const { currency } = deck;
  const { missing, isSpoken } = inputs;
  const options = { locale, currency, missing, isSpoken, known: knownPlaceholders(deck.variables) };
  const shown = slides.map((slide) => ({ slide, ...slideIn(slide, locale, own) }));
  const { slideId, selectedTier, tiers: priced, warnings } = priceSlides(shown, inputs.priceInputs, options);
  const valuesWith = (tiers: readonly PricedTier[]): PlaceholderValues =>
    placeholderValues({ ...inputs, deck, tiers, selectedTier, date: inputs.madeAt });
  // Names and labels of tiers are texts of the deck, too; once filled in they are values that other texts may name.
  const tierValues = valuesWith(priced);
  const tiers = mapTexts(priced, (text) => renderTemplate(parseTemplate(text), tierValues, options).text);
  const values = valuesWith(tiers);
  const filledSlides = shown.map(({ slide, ...texts }) => fillSlide(slide, texts, values, options));
  const filledFaqs = faqs.map((faq) => fillFaq(faq, faqIn(faq, locale, own), values, options));
  const all = [...filledSlides, ...filledFaqs];
  return {
    copy: {
      slides: filledSlides.map(({ filled }) => filled),
      faqs: filledFaqs.map(({ filled }) => filled),
      pricing: { slideId, selectedTier, tiers: withTexts(tiers, locale) },
      warnings: [...warnings, ...all.flatMap((it) => it.warnings)],
    },
    lacks: all.flatMap((it) => it.lacks),
    scripts: filledSlides.flatMap(({ script }) => script ?? []),
  };
}

type ShownSlide = InLanguage<SlideTexts> & { readonly slide: Slide };

/** Prices the first pricing slide: the one whose tiers placeholders such as `better.price` speak of. */
function priceSlides(
  slides: readonly ShownSlide[],
  priceInputs: Presentation['priceInputs'],
  { currency, locale }: FillOptions,
): Omit<PresentationPricing, 'tiers'> & { tiers: PricedTier[]; warnings: PresentationWarning[] } {
  const shown = slides.find(
    ({ slide }) => slide.slideType === SlideType.PRODUCT_PRICING_V1 && slide.productData !== null,
  );
  if (shown === undefined) return { slideId: null, selectedTier: null, tiers: [], warnings: [] };
  const { slide, texts } = shown;
  const { tiers, priceWarnings } = priceTiers(texts.productData, priceInputs ?? {}, currency, locale);
  return {
    slideId: slide.id,
    selectedTier: (tiers.find(({ tier }) => tier === slide.productData?.defaultSelectedTier) ?? tiers[0])?.tier ?? null,
    tiers,
    warnings: priceWarnings.map((warning) => ({ ...warning, slideId: slide.id, faqId: null })),
  };
}

/** The same prices, their amounts also as people of the locale write them. */
function withTexts(tiers: readonly PricedTier[], locale: string): TierPrice[] {
  const write = moneyWriter(locale);
  return tiers.map(({ lines, ...tier }) => ({
    ...tier,
    totalText: tier.total === null ? null : write({ amount: tier.total, currency: tier.currency }),
    lines: lines.map((line) => ({ ...line, amountText: write({ amount: line.amount, currency: tier.currency }) })),
  }));
}

interface Filled<T> {
  readonly filled: T;
  readonly lacks: readonly Lack[];
  readonly warnings: readonly PresentationWarning[];
}

function fillSlide(
  slide: Slide,
  shown: InLanguage<SlideTexts>,
  values: PlaceholderValues,
  options: FillOptions & Pick<CopyInputs, 'isSpoken'>,
): Filled<PresentationSlide> & { readonly script: SlideScript | null } {
  const owner = { name: `The slide "${slide.slideId}"`, pointer: `/slides/${slide.id}` };
  const { filled, lacks } = fillTexts(shown.texts, owner, values, options);
  // Recorded audio says the words of the deck: it fits as long as they are unchanged and nothing in them is personal.
  const isRecorded = slide.audioUrl !== null && !slide.audioStale && saysTheSame(shown, slide.narrationScript);
  const { id, slideId, heroImg, orderIndex, slideType } = slide;
  const script = isRecorded || !options.isSpoken ? null : scriptOf(id, shown, values, options);
  return {
    script,
    filled: {
      id,
      slideId,
      heroImg,
      orderIndex,
      slideType,
      ...filled,
      ...(isRecorded ? recordingOf(slide) : script === null ? estimateOf(filled) : yetToBeSpoken),
      spokenBy: null,
      language: shown.language,
    },
    lacks,
    warnings: warningsOf(owner, shown, lacks, options.locale, { slideId: id, faqId: null }),
  };
}

type Audio = Pick<PresentationSlide, 'audioUrl' | 'wordTimings' | 'timing'>;

const yetToBeSpoken: Audio = { audioUrl: null, wordTimings: [], timing: SlideTiming.PENDING };

function recordingOf({ audioUrl, wordTimings }: Slide): Audio {
  return { audioUrl, wordTimings, timing: SlideTiming.RECORDED };
}

function estimateOf({ narrationScript }: SlideTexts): Audio {
  return { audioUrl: null, wordTimings: estimateReadingTimes(narrationScript), timing: SlideTiming.ESTIMATED };
}

/** Null where nothing is to be said: there are no words, or some are placeholders that nobody should hear. */
function scriptOf(
  id: string,
  { texts, language, isStandIn }: InLanguage<SlideTexts>,
  values: PlaceholderValues,
  options: FillOptions,
): SlideScript | null {
  const voiceLocale = isStandIn ? language : options.locale;
  const template = parseTemplate(texts.narrationScript);
  const { spoken, words, missing } = renderNarration(template, values, { ...options, voiceLocale });
  if (spoken.trim() === '' || (options.missing === 'keep' && missing.length > 0)) return null;
  return { id, language, spoken, words };
}

function fillFaq(
  faq: Faq,
  shown: ReturnType<typeof faqIn>,
  values: PlaceholderValues,
  options: FillOptions,
): Filled<PresentationFaq> {
  const owner = { name: `The FAQ "${faq.userQuestion.slice(0, 100)}"`, pointer: `/faqs/${faq.id}` };
  const { filled, lacks } = fillTexts(shown.texts, owner, values, options);
  const keepsAudio = saysTheSame(shown, faq.cannedAnswer);
  const { id, relatedSlideId } = faq;
  return {
    filled: {
      id,
      relatedSlideId,
      ...filled,
      audioUrl: keepsAudio ? faq.audioUrl : null,
      wordTimings: keepsAudio ? faq.wordTimings : [],
      language: shown.language,
    },
    lacks,
    warnings: warningsOf(owner, shown, lacks, options.locale, { slideId: null, faqId: id }),
  };
}

function saysTheSame({ isTranslated }: InLanguage<unknown>, spoken: string): boolean {
  return !isTranslated && placeholdersIn(spoken).length === 0;
}

function warningsOf(
  owner: TextOwner,
  { language, isStandIn }: InLanguage<unknown>,
  lacks: readonly Lack[],
  wanted: string,
  place: Pick<PresentationWarning, 'slideId' | 'faqId'>,
): PresentationWarning[] {
  const untranslated = `${owner.name} is not translated into ${wanted}; it is shown in ${language}.`;
  return [
    ...(isStandIn ? [{ code: 'untranslated', detail: untranslated, ...place }] : []),
    ...lacks.map(({ detail }) => ({ code: 'missing_value', detail, ...place })),
  ];
}
