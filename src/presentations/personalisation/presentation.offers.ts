import { Big } from 'big.js';
import { unprocessable } from '../../kit/input/index.ts';
import type { PresentationPricing, PricingOffer } from './presentation.pricing.ts';
import type { PricingTier, TierPrice } from '../../engines/pricing/tier-price.ts';

/** The offer of a slide; without `sourceSlideId` the first one; undefined when there is none. */
export function offerOf(
  pricing: PresentationPricing,
  sourceSlideId: string | null | undefined,
): PricingOffer | undefined {
  const { offers } = pricing;
  return sourceSlideId ? offers.find((offer) => offer.sourceSlideId === sourceSlideId.toLowerCase()) : offers[0];
}

/** Same as `offerOf`, for client input. @throws AppError `UNPROCESSABLE` when the named slide has no offer */
export function requireOffer(
  pricing: PresentationPricing,
  sourceSlideId: string | null | undefined,
): PricingOffer | undefined {
  const offer = offerOf(pricing, sourceSlideId);
  if (offer !== undefined || !sourceSlideId) return offer;
  const ids = pricing.offers.map((it) => it.sourceSlideId);
  const possible = ids.length === 0 ? 'the presentation has no prices' : `sourceSlideId can be ${ids.join(', ')}`;
  throw unprocessable(
    'reference_unknown',
    '/sourceSlideId',
    'unknown',
    `The slide ${sourceSlideId} has no prices in the presentation; ${possible}.`,
  );
}

/** Replaces what was chosen in one offer, and the prices that follow from it. */
export function withChoice(
  pricing: PresentationPricing,
  sourceSlideId: string | null,
  choice: Partial<Pick<PricingOffer, 'selectedTier' | 'isAgreed' | 'addOns' | 'financing' | 'tiers'>>,
): PresentationPricing {
  return {
    offers: pricing.offers.map((offer) => (offer.sourceSlideId === sourceSlideId ? { ...offer, ...choice } : offer)),
  };
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
  sourceSlideId: string | null | undefined,
): PricingOffer {
  const offer = requireOffer(pricing, sourceSlideId);
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
  throw unprocessable('tier_without_price', '/tier', 'unknown', `${why}; ${possible}.`);
}
