import { answerOf, attributes, shown, shownList, shownPartOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { ID, ObjectType } from 'type-graphql';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import type { Deck } from '../../authoring/decks/deck.entity.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { personalise } from '../personalisation/personalise.ts';
import { type Presentation } from '../presentations/presentation.entity.ts';
import { MissingValues } from '../personalisation/presentation.subject.ts';
import type { PresentationParts } from '../presentations/presentation-part.reader.ts';
import { chooseAddOns } from '../personalisation/choose-add-ons.ts';
import { selectedIn } from '../personalisation/kept-choices.ts';
import { type PricingOffer, tierPriceView, TierPriceType } from '../personalisation/presentation.pricing.ts';
import { differences, DriftKind } from './differences.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';

const differenceAttributes = attributes({
  kind: shown(DriftKind, 'Whether the deck added, removed or changed it.'),
  fields: shown([String], 'Fields that differ for this homeowner; empty unless kind is CHANGED.'),
});

const slideDriftAttributes = attributes({
  sourceSlideId: shown(ID, "The id of the deck's slide."),
  slideId: shown(String, 'The slideId of the slide of the deck.'),
  ...differenceAttributes,
});

@ObjectType({ simpleResolvers: true, description: 'A slide that differs between deck and presentation.' })
export class SlideDrift extends answerOf(slideDriftAttributes) {}

const slideDriftView = view<SlideDrift>('SlideDrift', viewOf(slideDriftAttributes));

const faqDriftAttributes = attributes({
  faqId: shown(ID, "The id of the deck's FAQ."),
  ...differenceAttributes,
});

@ObjectType('FaqDrift', {
  simpleResolvers: true,
  description: 'A FAQ that differs between deck and presentation.',
})
export class FaqDrift extends answerOf(faqDriftAttributes) {}

const faqDriftView = view<FaqDrift>('FaqDrift', viewOf(faqDriftAttributes));

const priceDriftAttributes = attributes({
  sourceSlideId: shown(ID, 'The id of the pricing slide.'),
  tier: shown(PricingTier, 'Which tier it is.'),
  before: shownPartOrNull(TierPriceType, tierPriceView, 'The price in the presentation; null without this tier.'),
  now: shownPartOrNull(TierPriceType, tierPriceView, 'The price from the current deck; null without this tier.'),
});

/** A tier whose total, tax, deposit or currency differs. Null prices mean that the tier is absent. */
@ObjectType({ simpleResolvers: true, description: 'A price that differs from that of the current deck.' })
export class PriceDrift extends answerOf(priceDriftAttributes) {}

const priceDriftView = view<PriceDrift>('PriceDrift', viewOf(priceDriftAttributes));

const presentationDriftAttributes = attributes({
  isCurrent: shown(Boolean, 'Whether nothing differs.'),
  slides: shownList(SlideDrift, slideDriftView, 'Slides that differ.', listOf(20)),
  faqs: shownList(FaqDrift, faqDriftView, 'FAQs that differ.', listOf(10)),
  prices: shownList(PriceDrift, priceDriftView, 'Prices that differ, by slide and tier.', listOf(6)),
});

/** All differences for one homeowner. Empty lists and `isCurrent` mean that there are none. */
@ObjectType({
  simpleResolvers: true,
  description: 'Differences between a presentation and one made from the current deck.',
})
export class PresentationDrift extends answerOf(presentationDriftAttributes) {}

export const driftView = view<PresentationDrift>('PresentationDrift', viewOf(presentationDriftAttributes));

/** Whether the deck has the version that the presentation was made from: then nothing differs. */
export function isOfVersion({ source }: Pick<Presentation, 'source'>, { version }: Pick<Deck, 'version'>): boolean {
  return source?.deckVersion === version;
}

/** The drift of a presentation whose deck has not changed since. */
export const noDrift: PresentationDrift = { isCurrent: true, slides: [], faqs: [], prices: [] };

/**
 * Compares a presentation with the copy that its inputs and its date would give now. Only differences that this
 * homeowner would see count: a rewritten placeholder with the same result does not.
 *
 * @throws AppError `UNPROCESSABLE` when the filled texts of the deck exceed the limits now
 */
export async function driftOf(
  presentation: Presentation,
  parts: PresentationParts,
  contents: DeckContents,
): Promise<PresentationDrift> {
  const { source } = presentation;
  const { copy } = await personalise(contents, {
    ...presentation,
    isSpoken: false,
    missing: source?.missing ?? MissingValues.BLANK,
    madeAt: source === null ? presentation.createdAt : new Date(source.madeAt),
  });
  const slides = differences(slideAttributes, parts.slides, copy.slides, 'sourceSlideId').map(
    ({ it, kind, fields }) => ({
      sourceSlideId: it.sourceSlideId,
      slideId: it.slideId,
      kind,
      fields,
    }),
  );
  const faqs = differences(faqAttributes, parts.faqs, copy.faqs, 'sourceFaqId').map(({ it, kind, fields }) => ({
    faqId: it.sourceFaqId,
    kind,
    fields,
  }));
  const then = presentation.pricing.offers;
  const { defaultLanguage } = contents.deck;
  const locale = formattingLocale(presentation.languageSettings?.languageCode ?? defaultLanguage, defaultLanguage);
  const prices = priceDifferences(
    then,
    copy.pricing.offers.map((offer) => ({ ...offer, ...chooseAddOns(offer, selectedIn(then, offer).kept, locale) })),
  );
  return { isCurrent: slides.length + faqs.length + prices.length === 0, slides, faqs, prices };
}

/** Compares the first offers with each other, even if their slides differ; the others by slide. */
function priceDifferences(then: readonly PricingOffer[], now: readonly PricingOffer[]): PriceDrift[] {
  const [first, ...further] = now;
  const others = new Set([...then.slice(1), ...further].map(({ sourceSlideId }) => sourceSlideId));
  const bySlide = (offers: readonly PricingOffer[], id: string): PricingOffer | undefined =>
    offers.slice(1).find(({ sourceSlideId }) => sourceSlideId === id);
  return [
    ...tierDifferences(then[0], first),
    ...[...others].flatMap((id) => tierDifferences(bySlide(then, id), bySlide(now, id))),
  ];
}

function tierDifferences(then: PricingOffer | undefined, now: PricingOffer | undefined): PriceDrift[] {
  const sourceSlideId = (now ?? then)?.sourceSlideId;
  if (sourceSlideId === undefined) return [];
  return Object.values(PricingTier).flatMap((tier) => {
    const [before = null, current = null] = [then, now].map((offer) => offer?.tiers.find((it) => it.tier === tier));
    const same = (['total', 'currency', 'tax', 'deposit'] as const).every(
      (field) => (before?.[field] ?? null) === (current?.[field] ?? null),
    );
    return same ? [] : [{ sourceSlideId, tier, before, now: current }];
  });
}
