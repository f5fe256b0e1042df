import { inTurns } from '../../kit/core/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import { parseTemplate, type PlaceholderValues } from '../../engines/template/placeholders.ts';
import { moneyWriter } from '../../engines/template/term-writers.ts';
import { priceAddOns } from '../../engines/pricing/add-ons.ts';
import { type FinancingPlan, paymentsFor, plansOf } from '../../engines/pricing/financing.ts';
import type { AddOnPrice, PricingTier, TierPrice } from '../../engines/pricing/tier-price.ts';
import { tierTexts } from '../../authoring/offers/tier-texts.ts';
import { SlideType } from '../../authoring/slides/slide.attributes.ts';
import type { Slide } from '../../authoring/slides/slide.entity.ts';
import { type FillOptions, slideOwner } from './filled-texts.ts';
import type { InLanguage, SlideTexts } from './in-language.ts';
import { isOffered } from './presentation.offers.ts';
import type { Subject } from './presentation.subject.ts';
import type { PresentationPricing } from './presentation.pricing.ts';
import type { PresentationSlide, PresentationWarning } from './presentation.snapshot.ts';
import { priceTiers } from '../../engines/pricing/pricing.ts';
import { mostInLabel } from './text-allowance.ts';

/** A slide with its texts in the language of the homeowner. */
export type ShownSlide = InLanguage<SlideTexts> & { readonly slide: Slide };
/** Makes the values of placeholders such as `better.price` for one offer. `standing` is the tier of `selected.price`. */
export type ValuesOfOffer = (tiers: readonly TierPrice[], standing: PricingTier | null) => PlaceholderValues;

export interface PricedOffer {
  readonly sourceSlideId: string;
  readonly suggestedTier: PricingTier | null;
  readonly tiers: readonly TierPrice[];
  readonly addOns: readonly AddOnPrice[];
  /** Without payments. */
  readonly financing: readonly FinancingPlan[];
  readonly warnings: readonly PresentationWarning[];
  readonly values: PlaceholderValues;
}

/** Whether a slide makes an offer. */
export function isPriced({ slide }: ShownSlide): boolean {
  return slide.slideType === SlideType.PRODUCT_PRICING_V1 && slide.productData !== null;
}

/**
 * Prices the tiers and add-ons of one pricing slide and fills their names and labels.
 *
 * @throws AppError `UNPROCESSABLE` when the filled texts exceed the limits
 */
export function priceSlide(
  { slide, texts }: ShownSlide,
  priceInputs: Subject['priceInputs'],
  valuesWith: ValuesOfOffer,
  options: FillOptions,
): PricedOffer {
  const { currency, locale, allowance } = options;
  const measured = priceInputs ?? {};
  const { tiers: priced, priceWarnings } = priceTiers(texts.productData, measured, currency, locale);
  const { addOns: offered, warnings } = priceAddOns(texts.productData, measured, priced);
  const preferred = priced.find(({ tier }) => tier === slide.productData?.defaultSelectedTier);
  const suggestedTier = preferred !== undefined && isOffered(preferred) ? preferred.tier : null;
  const standing = preferred?.tier ?? priced[0]?.tier ?? null;
  // Names and labels of tiers may use placeholders. Once filled in, they are values for the other texts.
  const tierValues = valuesWith(priced, standing);
  const owner = slideOwner(slide);
  const filled = <T>(value: T, name: string): T => {
    const place = { owner, pointer: `${owner.pointer}/productData/${name}`, most: mostInLabel };
    return mapTexts(value, (text) => allowance.fill(parseTemplate(text), place, tierValues, options).text);
  };
  const tiers = priced.map((tier) => filled(tier, tier.tier));
  return {
    sourceSlideId: slide.id,
    suggestedTier,
    tiers,
    addOns: filled(offered, 'addOns'),
    financing: filled(plansOf(texts.productData), 'financing'),
    warnings: [...priceWarnings, ...warnings].map((warning) => ({ ...warning, sourceSlideId: slide.id, faqId: null })),
    values: valuesWith(tiers, standing),
  };
}

/**
 * The pricing that a presentation stores: amounts as decimal text and formatted for the locale.
 *
 * @param slides with their texts filled in
 */
export async function pricingOf(
  offers: readonly PricedOffer[],
  slides: readonly PresentationSlide[],
  locale: string,
): Promise<PresentationPricing> {
  const write = moneyWriter(locale);
  const shown = new Map(slides.map((slide) => [slide.sourceSlideId, slide]));
  const priced = await inTurns(offers, ({ sourceSlideId, suggestedTier, tiers, addOns, financing }) => ({
    sourceSlideId,
    title: shown.get(sourceSlideId)?.title ?? null,
    selectedTier: null,
    suggestedTier,
    isAgreed: false,
    tiers: withTexts(tiers, write).map((tier) => ({
      ...tier,
      ...tierTexts(shown.get(sourceSlideId)?.productData?.[tier.tier]),
    })),
    addOns: addOns.map((addOn) => ({
      ...addOn,
      amountText: write({ amount: addOn.amount, currency: tiers[0]?.currency ?? '' }),
    })),
    financing: withPayments(financing, tiers, write),
  }));
  return { offers: priced };
}

/** The plans with their payments for the prices of these tiers. */
export function withPayments(
  plans: readonly FinancingPlan[],
  tiers: readonly TierPrice[],
  write: ReturnType<typeof moneyWriter>,
): FinancingPlan[] {
  const currency = tiers[0]?.currency ?? '';
  return plans.map((plan) => ({
    ...plan,
    payments: paymentsFor(plan, tiers).map((payments) => ({
      ...payments,
      monthlyText: write({ amount: payments.monthly, currency }),
    })),
  }));
}

/** Adds the amounts formatted for the locale. */
export function withTexts(tiers: readonly TierPrice[], write: ReturnType<typeof moneyWriter>): TierPrice[] {
  return tiers.map(({ lines, ...tier }) => {
    const textOf = (amount: string): string => write({ amount, currency: tier.currency });
    return {
      ...tier,
      totalText: tier.total === null ? null : textOf(tier.total),
      depositText: tier.deposit === null || tier.deposit === undefined ? null : textOf(tier.deposit),
      lines: lines.map((line) => ({ ...line, amountText: textOf(line.amount) })),
    };
  });
}
