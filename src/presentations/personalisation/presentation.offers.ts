import { Big } from 'big.js';
import { unprocessable } from '../../kit/input/index.ts';
import type { PresentationPricing, PricingOffer, StoredOffer } from './presentation.pricing.ts';
import type { PricingTier, TierPrice } from '../../engines/pricing/tier-price.ts';

/** The offers of a presentation: one per pricing slide, in the order of the slides. */
export function offersOf({
  slideId,
  title,
  selectedTier,
  suggestedTier,
  tiers,
  isAgreed,
  addOns,
  financing,
  further,
}: PresentationPricing): PricingOffer[] {
  if (slideId === null) return [];
  const own = { slideId, title: title ?? null, tiers, isAgreed: isAgreed ?? false, addOns, financing };
  const first = { ...own, selectedTier, ...(suggestedTier === undefined ? {} : { suggestedTier }) };
  return [first, ...(further ?? [])].map((offer) => ({
    ...offer,
    ...choiceOf(offer),
    addOns: offer.addOns ?? [],
    financing: offer.financing ?? [],
  }));
}

/**
 * Which tier was selected, and which one the deck suggests. A process of version 0.1 stores the suggestion as if it was
 * selected: what such a process has made since the tables were migrated counts as selected once a contract is signed.
 */
export function choiceOf({
  selectedTier,
  suggestedTier,
  isAgreed,
  tiers,
}: Pick<PresentationPricing, 'selectedTier' | 'suggestedTier' | 'isAgreed' | 'tiers'>): Pick<
  PricingOffer,
  'selectedTier' | 'suggestedTier'
> {
  // A former release also suggested a tier without a price, which nobody can select.
  const offered = (name: PricingTier | null): PricingTier | null =>
    tiers.some((tier) => tier.tier === name && isOffered(tier)) ? name : null;
  if (suggestedTier !== undefined) return { selectedTier, suggestedTier: offered(suggestedTier) };
  return isAgreed === true
    ? { selectedTier, suggestedTier: null }
    : { selectedTier: null, suggestedTier: offered(selectedTier) };
}

/** The offer of a slide; without `slideId` the first one; undefined when there is none. */
export function offerOf(pricing: PresentationPricing, slideId: string | null | undefined): PricingOffer | undefined {
  const offers = offersOf(pricing);
  return slideId ? offers.find((offer) => offer.slideId === slideId.toLowerCase()) : offers[0];
}

/** Same as `offerOf`, for client input. @throws AppError `UNPROCESSABLE` when the named slide has no offer */
export function requireOffer(
  pricing: PresentationPricing,
  slideId: string | null | undefined,
): PricingOffer | undefined {
  const offer = offerOf(pricing, slideId);
  if (offer !== undefined || !slideId) return offer;
  const ids = offersOf(pricing).map((it) => it.slideId);
  const possible = ids.length === 0 ? 'the presentation has no prices' : `slideId can be ${ids.join(', ')}`;
  throw unprocessable('/slideId', 'unknown', `The slide ${slideId} has no prices in the presentation; ${possible}.`);
}

/** Replaces what was chosen in one offer, and the prices that follow from it. */
export function withChoice(
  pricing: PresentationPricing,
  slideId: string | null,
  choice: Partial<Pick<PricingOffer, 'selectedTier' | 'isAgreed' | 'addOns' | 'financing' | 'tiers'>>,
): PresentationPricing {
  const chosen = <Offer extends StoredOffer | PresentationPricing>(offer: Offer): Offer => ({
    ...offer,
    ...choiceOf(offer),
    ...choice,
  });
  if (slideId === null || slideId === pricing.slideId) return chosen(pricing);
  const further = pricing.further?.map((offer) => (offer.slideId === slideId ? chosen(offer) : offer)) ?? [];
  return { ...pricing, further };
}

/**
 * Whether a tier can be selected and signed. Older presentations may hold prices of 0, or prices that lack a
 * measurement of 0: those cannot.
 */
export function isOffered(tier: TierPrice): tier is TierPrice & { total: string } {
  const { total, lines } = tier;
  return (
    total !== null &&
    new Big(total).gt(0) &&
    lines.every(({ quantity }) => quantity === null || new Big(quantity).gt(0))
  );
}

/** The offer in which a tier can be selected, for a client. @throws AppError `UNPROCESSABLE` when the tier has no price */
export function requireOfferedTier(
  pricing: PresentationPricing,
  tier: PricingTier,
  slideId: string | null | undefined,
): PricingOffer {
  const offer = requireOffer(pricing, slideId);
  const price = offer?.tiers.find((it) => it.tier === tier);
  if (offer !== undefined && price !== undefined && isOffered(price)) return offer;
  const names = offer?.tiers.filter(isOffered).map((it) => it.tier) ?? [];
  const possible = names.length === 0 ? 'none of its tiers has a price' : `${names.join(', ')} can be selected`;
  const why =
    price === undefined
      ? `The presentation has no tier ${tier}`
      : price.missing.length > 0
        ? `The tier ${tier} has no price without ${price.missing.join(' and ')}`
        : `The tier ${tier} has no price in the deck`;
  throw unprocessable('/tier', 'unknown', `${why}; ${possible}.`);
}
