import { v7 as uuidv7 } from 'uuid';
import { dayIn, inTurns, NameFinder } from '../../kit/core/index.ts';
import { labelOf } from '../../kit/input/index.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import type { ShownTexts } from '../../authoring/translations/attribute-texts.ts';
import { knownPlaceholders, placeholderValues } from '../../engines/template/placeholder-values.ts';
import type { PlaceholderValues } from '../../engines/template/placeholders.ts';
import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import type { Faq } from '../../authoring/faqs/faq.entity.ts';
import { linkWarnings } from '../../authoring/slides/link-warnings.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';
import type { Slide } from '../../authoring/slides/slide.entity.ts';
import { copyOf } from './copy-attributes.ts';
import { fillTexts, type FillOptions, type UnfilledPlaceholder, slideOwner } from './filled-texts.ts';
import { inLanguage, type InLanguage, mostMissing, type SlideTexts } from './in-language.ts';
import type { MissingValues, Script, Subject } from './presentation.subject.ts';
import {
  type Copy,
  type PresentationFaq,
  type PresentationSlide,
  type PresentationWarning,
} from './presentation.snapshot.ts';
import { isPriced, priceSlide, pricingOf, type ValuesOfOffer } from './price-slides.ts';
import { TextAllowance, type TextOwner } from './text-allowance.ts';
import { type Audio, estimateOf, type VoiceOptions, voiceOf } from './voice.ts';

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
  const options = { reader, own, locale, currency, missing, isSpoken, ...hints, allowance: new TextAllowance() };
  const shown = slides.map((slide) => ({ slide, ...inLanguage(slideAttributes, slide, reader, own) }));
  const valuesWith: ValuesOfOffer = (tiers, selectedTier) =>
    placeholderValues({ ...inputs, deck, tiers, selectedTier, date });
  const offers = await inTurns(shown.filter(isPriced), (it) => priceSlide(it, inputs.priceInputs, valuesWith, options));
  const [first] = offers;
  const values = first?.values ?? valuesWith([], null);
  // On a pricing slide `better.price` is the price on that slide; elsewhere it is that of the first pricing slide.
  const valuesOf = new Map(offers.map((offer) => [offer.sourceSlideId, offer.values]));
  const filledSlides = await inTurns(shown, ({ slide, ...texts }) =>
    fillSlide(slide, texts, valuesOf.get(slide.id) ?? values, options),
  );
  const filledFaqs = await inTurns(faqs, (faq) =>
    fillFaq(faq, inLanguage(faqAttributes, faq, reader, own), values, options),
  );
  const copies = filledSlides.map(({ filled }) => filled);
  const all = [...filledSlides, ...filledFaqs];
  return {
    copy: {
      slides: copies,
      faqs: filledFaqs.map(({ filled }) => filled),
      pricing: await pricingOf(offers, copies, locale),
      warnings: [...offers.flatMap((offer) => offer.warnings), ...all.flatMap((it) => it.warnings)],
    },
    unfilled: all.flatMap((it) => it.unfilled),
    scripts: all.flatMap(({ script }) => script ?? []),
  };
}

/** Options for the texts of one copy. `locale` formats numbers for its reader. */
interface CopyOptions extends FillOptions, VoiceOptions {
  /** Language of the deck. */
  readonly own: string;
}

interface Filled<T> {
  readonly filled: T;
  /** Null for what is recorded, or has nothing to speak. */
  readonly script: Script | null;
  readonly unfilled: readonly UnfilledPlaceholder[];
  readonly warnings: readonly PresentationWarning[];
}

type FaqTexts = ShownTexts<typeof faqAttributes>;

/** A slide or FAQ whose texts are filled in. */
interface Part<Texts> {
  readonly source: (Slide | Faq) & Texts;
  readonly owner: TextOwner;
  readonly place: Pick<PresentationWarning, 'sourceSlideId' | 'faqId'>;
  /** The text of it that is spoken. */
  readonly narrated: (texts: Texts) => string;
}

function fillPart<Texts extends object>(
  { source, owner, place, narrated }: Part<Texts>,
  shown: InLanguage<Texts>,
  values: PlaceholderValues,
  options: CopyOptions,
) {
  const { filled: texts, unfilled } = fillTexts(shown.texts, owner, values, options);
  const id = uuidv7();
  const { script, audio } = voiceOf(
    { id, source, original: narrated(source), filled: narrated(texts) },
    { ...shown, text: narrated(shown.texts) },
    values,
    options,
  );
  const spoken = { ...audio, spokenBy: null, durationSeconds: null, language: shown.language };
  const warnings = warningsOf(owner, { ...shown, source, unfilled }, options, place);
  return { id, texts, spoken, found: { script, unfilled, warnings } };
}

function fillSlide(
  source: Slide,
  shown: InLanguage<SlideTexts>,
  values: PlaceholderValues,
  options: CopyOptions,
): Filled<PresentationSlide> {
  const place = { sourceSlideId: source.id, faqId: null };
  const part: Part<SlideTexts> = { source, owner: slideOwner(source), place, narrated: (it) => it.narrationScript };
  const { id, texts, spoken, found } = fillPart(part, shown, values, options);
  const filled = { id, sourceSlideId: source.id, ...copyOf(slideAttributes, source, texts), ...spoken };
  return { filled, ...found };
}

function fillFaq(
  source: Faq,
  shown: InLanguage<FaqTexts>,
  values: PlaceholderValues,
  options: CopyOptions,
): Filled<PresentationFaq> {
  const owner = { name: `FAQ "${source.userQuestion.slice(0, 100)}"`, pointer: `/faqs/${source.id}` };
  const place = { sourceSlideId: null, faqId: source.id };
  const part: Part<FaqTexts> = { source, owner, place, narrated: (it) => it.cannedAnswer };
  const { id, texts, spoken, found } = fillPart(part, shown, values, options);
  const filled = { id, sourceFaqId: source.id, ...copyOf(faqAttributes, source, texts), ...spoken };
  return { filled, ...found };
}

/** The times of a slide that nobody speaks. */
export function estimateOfSlide({ narrationScript }: Pick<PresentationSlide, 'narrationScript'>): Audio {
  return estimateOf(narrationScript);
}

/** The times of an answer that nobody speaks. */
export function estimateOfAnswer({ cannedAnswer }: Pick<PresentationFaq, 'cannedAnswer'>): Audio {
  return estimateOf(cannedAnswer);
}

/** What was found while the texts of a slide or FAQ were selected and filled in. */
interface Findings extends InLanguage<unknown> {
  readonly source: Slide | Faq;
  readonly unfilled: readonly UnfilledPlaceholder[];
}

function warningsOf(
  owner: TextOwner,
  { source, language, isStandIn, staleFields, missingTexts, unfilled }: Findings,
  { reader, own }: CopyOptions,
  place: Pick<PresentationWarning, 'sourceSlideId' | 'faqId'>,
): PresentationWarning[] {
  const untranslated = `The ${owner.name} is not translated into ${reader}; it is shown in ${language}.`;
  const stale = `The ${owner.name} has changed since it was translated into ${language}: ${staleFields.join(', ')}.`;
  const partly = `The ${owner.name} is only partly translated into ${language}; shown in ${own}: ${listed(missingTexts)}.`;
  return [
    ...(isStandIn ? [{ code: 'untranslated', detail: untranslated, ...place }] : []),
    ...(staleFields.length > 0 ? [{ code: 'stale_translation', detail: stale, ...place }] : []),
    ...(missingTexts.length > 0 ? [{ code: 'partly_translated', detail: partly, ...place }] : []),
    ...unfilled.map(({ detail }) => ({ code: 'missing_value', detail, ...place })),
    ...linkWarnings(source).map(({ code, detail }) => ({ code, detail: `The ${owner.name}: ${detail}`, ...place })),
  ];
}

/** Names the fields of `missingTexts`; the last one stands for others when there are as many as are looked for. */
function listed(pointers: readonly string[]): string {
  const named = pointers.slice(0, mostMissing - 1).map(labelOf);
  return `${named.join(', ')}${pointers.length < mostMissing ? '' : ' and others'}`;
}
