import { v7 as uuidv7 } from 'uuid';
import { inTurns } from '../../platform/budget/in-turns.ts';
import { formattingLocale } from '../../platform/input/language.ts';
import type { ShownTexts } from '../../engines/translation/attribute-texts.ts';
import { knownPlaceholders, placeholderValues } from '../../engines/template/placeholder-values.ts';
import type { PlaceholderValues } from '../../engines/template/placeholders.ts';
import { NameFinder } from '../../platform/kernel/nearest-name.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import type { Faq } from '../faqs/faq.entity.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import type { Slide } from '../slides/slide.entity.ts';
import { copyOf } from './copy-attributes.ts';
import { fillTexts, type FillOptions, type UnfilledPlaceholder, slideOwner } from './filled-texts.ts';
import { inLanguage, type InLanguage, type SlideTexts } from './in-language.ts';
import type { MissingValues, Script, Subject } from './presentation.subject.ts';
import {
  type Copy,
  type PresentationFaq,
  type PresentationSlide,
  type PresentationWarning,
} from './presentation.snapshot.ts';
import { dayIn } from '../../platform/kernel/time-zone.ts';
import { isPriced, priceSlide, pricingOf, type ValuesOfOffer } from './price-slides.ts';
import { TextAllowance, type TextOwner } from './text-allowance.ts';
import { type Audio, estimateOf, type VoiceOptions, voiceOf } from './voice.ts';

/** A deck with its slides and FAQs in the order of display. */
export interface DeckContents {
  readonly deck: Deck;
  readonly slides: readonly Slide[];
  readonly faqs: readonly Faq[];
}

/** The inputs of one copy. */
export interface CopyInputs extends Subject {
  readonly missing: MissingValues;
  /** Its day is the placeholder `date`. */
  readonly madeAt: Date;
  /** Whether slides and FAQs without a recording get a script for the speaker; otherwise they get estimated times. */
  readonly isSpoken: boolean;
}

/**
 * Makes the homeowner's copy of a deck: selects texts in the homeowner's language, computes prices, then fills every
 * shown and spoken text. Equal inputs give equal copies except for the ids of slides and FAQs. Yields to other work
 * between slides.
 *
 * @throws AppError `UNPROCESSABLE` when the filled texts exceed the limits
 */
export async function personalise(
  { deck, slides, faqs }: DeckContents,
  inputs: CopyInputs,
): Promise<{ copy: Copy; unfilled: readonly UnfilledPlaceholder[]; scripts: readonly Script[] }> {
  const own = deck.defaultLanguage;
  const reader = inputs.languageSettings?.languageCode ?? own;
  const locale = formattingLocale(reader, own);
  const { currency } = deck;
  const { missing, isSpoken } = inputs;
  const date = { day: dayIn(inputs.timeZone, inputs.madeAt) };
  const known = knownPlaceholders(deck.variables);
  const hints = { known, names: new NameFinder(known) };
  const options = { reader, locale, currency, missing, isSpoken, ...hints, allowance: new TextAllowance() };
  const shown = slides.map((slide) => ({ slide, ...inLanguage(slideAttributes, slide, reader, own) }));
  const valuesWith: ValuesOfOffer = ({ tiers, selectedTier }) =>
    placeholderValues({ ...inputs, deck, tiers, selectedTier, date });
  const offers = await inTurns(shown.filter(isPriced), (it) => priceSlide(it, inputs.priceInputs, valuesWith, options));
  const [first] = offers;
  const values = first?.values ?? valuesWith({ tiers: [], selectedTier: null });
  // On a pricing slide `better.price` is the price on that slide; elsewhere it is that of the first pricing slide.
  const valuesOf = new Map(offers.map((offer) => [offer.slideId, offer.values]));
  const filledSlides = await inTurns(shown, ({ slide, ...texts }) =>
    fillSlide(slide, texts, valuesOf.get(slide.id) ?? values, options),
  );
  const filledFaqs = await inTurns(faqs, (faq) =>
    fillFaq(faq, inLanguage(faqAttributes, faq, reader, own), values, options),
  );
  const all = [...filledSlides, ...filledFaqs];
  return {
    copy: {
      slides: filledSlides.map(({ filled }) => filled),
      faqs: filledFaqs.map(({ filled }) => filled),
      pricing: await pricingOf(
        offers,
        new Map(filledSlides.map(({ filled }) => [filled.sourceSlideId, filled.title])),
        locale,
      ),
      warnings: [...offers.flatMap((offer) => offer.warnings), ...all.flatMap((it) => it.warnings)],
    },
    unfilled: all.flatMap((it) => it.unfilled),
    scripts: all.flatMap(({ script }) => script ?? []),
  };
}

/** Options for the texts of one copy. `locale` formats numbers for its reader. */
interface CopyOptions extends FillOptions, VoiceOptions {}

interface Filled<T> {
  readonly filled: T;
  /** Null for what is recorded, or has nothing to say. */
  readonly script: Script | null;
  readonly unfilled: readonly UnfilledPlaceholder[];
  readonly warnings: readonly PresentationWarning[];
}

function fillSlide(
  slide: Slide,
  shown: InLanguage<SlideTexts>,
  values: PlaceholderValues,
  options: CopyOptions,
): Filled<PresentationSlide> {
  const owner = slideOwner(slide);
  const { filled, unfilled } = fillTexts(shown.texts, owner, values, options);
  const id = uuidv7();
  const { script, audio } = voiceOf(
    { id, source: slide, original: slide.narrationScript, filled: filled.narrationScript },
    { ...shown, text: shown.texts.narrationScript },
    values,
    options,
  );
  return {
    script,
    filled: {
      id,
      sourceSlideId: slide.id,
      ...copyOf(slideAttributes, slide, filled),
      timing: null,
      ...audio,
      spokenBy: null,
      durationSeconds: null,
      language: shown.language,
    },
    unfilled,
    warnings: warningsOf(owner, shown, unfilled, options.reader, { slideId: slide.id, faqId: null }),
  };
}

/** The times of a slide that nobody speaks. */
export function estimateOfSlide({ narrationScript }: Pick<PresentationSlide, 'narrationScript'>): Audio {
  return estimateOf(narrationScript);
}

/** The times of an answer that nobody speaks. */
export function estimateOfAnswer({ cannedAnswer }: Pick<PresentationFaq, 'cannedAnswer'>): Audio {
  return estimateOf(cannedAnswer);
}

function fillFaq(
  faq: Faq,
  shown: InLanguage<ShownTexts<typeof faqAttributes>>,
  values: PlaceholderValues,
  options: CopyOptions,
): Filled<PresentationFaq> {
  const owner = { name: `FAQ "${faq.userQuestion.slice(0, 100)}"`, pointer: `/faqs/${faq.id}` };
  const { filled, unfilled } = fillTexts(shown.texts, owner, values, options);
  const id = uuidv7();
  const { script, audio } = voiceOf(
    { id, source: faq, original: faq.cannedAnswer, filled: filled.cannedAnswer },
    { ...shown, text: shown.texts.cannedAnswer },
    values,
    options,
  );
  return {
    script,
    filled: {
      id,
      sourceFaqId: faq.id,
      ...copyOf(faqAttributes, faq, filled),
      timing: null,
      ...audio,
      spokenBy: null,
      durationSeconds: null,
      language: shown.language,
    },
    unfilled,
    warnings: warningsOf(owner, shown, unfilled, options.reader, { slideId: null, faqId: faq.id }),
  };
}

function warningsOf(
  owner: TextOwner,
  { language, isStandIn, staleFields }: InLanguage<unknown>,
  unfilled: readonly UnfilledPlaceholder[],
  wanted: string,
  place: Pick<PresentationWarning, 'slideId' | 'faqId'>,
): PresentationWarning[] {
  const untranslated = `The ${owner.name} is not translated into ${wanted}; it is shown in ${language}.`;
  const offerNote = staleFields.includes('productData')
    ? ' New words of its offer are shown as the deck has them.'
    : '';
  const stale = `The ${owner.name} has changed since it was translated into ${language}: ${staleFields.join(', ')}.${offerNote}`;
  return [
    ...(isStandIn ? [{ code: 'untranslated', detail: untranslated, ...place }] : []),
    ...(staleFields.length > 0 ? [{ code: 'stale_translation', detail: stale, ...place }] : []),
    ...unfilled.map(({ detail }) => ({ code: 'missing_value', detail, ...place })),
  ];
}
