import { chooseAddOns } from './choose-add-ons.ts';
import { isOffered } from './presentation.offers.ts';
import type { PresentationPricing, PricingOffer } from './presentation.pricing.ts';
import type { PresentationWarning } from './presentation.snapshot.ts';

/** The add-ons that the homeowner selected: those that an offer of now has, and the others. */
export function selectedIn(
  then: readonly PricingOffer[],
  { sourceSlideId, addOns }: Pick<PricingOffer, 'sourceSlideId' | 'addOns'>,
): { readonly kept: string[]; readonly lost: string[] } {
  const former = then.find((offer) => offer.sourceSlideId === sourceSlideId)?.addOns ?? [];
  const selected = former.flatMap(({ key, isSelected }) => (isSelected ? [key] : []));
  const known = new Set(addOns.map(({ key }) => key));
  return { kept: selected.filter((key) => known.has(key)), lost: selected.filter((key) => !known.has(key)) };
}

/**
 * Prices that were computed again, with the tiers and add-ons that were selected before, where they still exist. What
 * does not is reported.
 *
 * @param locale of the formatted amounts
 */
export function keepChoices(
  { offers: then }: PresentationPricing,
  { offers: now }: PresentationPricing,
  locale: string,
): { readonly pricing: PresentationPricing; readonly lost: readonly PresentationWarning[] } {
  const lost: PresentationWarning[] = [];
  const offers = now.map((offer) => {
    const addOns = selectedIn(then, offer);
    lost.push(...addOns.lost.map((key) => lostAddOn(offer, key)));
    const priced = addOns.kept.length === 0 ? offer : { ...offer, ...chooseAddOns(offer, addOns.kept, locale) };
    const tier = then.find(({ sourceSlideId }) => sourceSlideId === offer.sourceSlideId)?.selectedTier ?? null;
    if (tier === null) return priced;
    if (priced.tiers.some((one) => one.tier === tier && isOffered(one))) return { ...priced, selectedTier: tier };
    lost.push(lostTier(offer, tier));
    return priced;
  });
  const ids = new Set(now.map(({ sourceSlideId }) => sourceSlideId));
  for (const gone of then.filter(({ sourceSlideId }) => !ids.has(sourceSlideId))) {
    lost.push(...selectedIn([gone], { ...gone, addOns: [] }).lost.map((key) => lostAddOn(gone, key)));
    if (gone.selectedTier !== null) lost.push(lostTier(gone, gone.selectedTier));
  }
  return { pricing: { offers }, lost };
}

type Place = Pick<PricingOffer, 'sourceSlideId'>;

function lostTier({ sourceSlideId }: Place, tier: string): PresentationWarning {
  const detail = `The tier ${tier} was selected and has no price now: no tier of its offer is selected any longer.`;
  return { code: 'tier_not_kept', detail, sourceSlideId, faqId: null };
}

function lostAddOn({ sourceSlideId }: Place, key: string): PresentationWarning {
  const detail = `The add-on ${key} was selected and its offer no longer has it: it is not part of the prices.`;
  return { code: 'add_on_not_kept', detail, sourceSlideId, faqId: null };
}
