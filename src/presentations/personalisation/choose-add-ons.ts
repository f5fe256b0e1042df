import { withAddOns } from '../../engines/pricing/totals.ts';
import { moneyWriter } from '../../engines/template/term-writers.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { requireOffer } from './presentation.offers.ts';
import type { PresentationPricing, PricingOffer } from './presentation.pricing.ts';
import { withPayments, withTexts } from './price-slides.ts';

/** The offer in which add-ons can be selected, for a client. @throws AppError `UNPROCESSABLE` for one that it has not */
export function requireAddOns(
  pricing: PresentationPricing,
  keys: readonly string[],
  sourceSlideId: string | null | undefined,
): PricingOffer {
  const offer = requireOffer(pricing, sourceSlideId);
  if (offer === undefined) {
    throw unprocessable(
      'reference_unknown',
      '/addOns',
      'unknown',
      'The presentation has no prices, and so no add-ons.',
    );
  }
  const known = offer.addOns.map(({ key }) => key);
  const unknown = keys.findIndex((key) => !known.includes(key));
  if (unknown < 0) return offer;
  const possible = known.length === 0 ? 'it has none' : `addOns can have ${known.join(', ')}`;
  const detail = `The offer has no add-on ${keys[unknown]} with a price; ${possible}.`;
  throw unprocessable('reference_unknown', `/addOns/${unknown}`, 'unknown', detail);
}

/** Selects add-ons of an offer in place of others. @param locale of the formatted amounts */
export function chooseAddOns(
  offer: PricingOffer,
  keys: readonly string[],
  locale: string,
): Pick<PricingOffer, 'addOns' | 'financing' | 'tiers'> {
  const addOns = offer.addOns.map((addOn) => ({ ...addOn, isSelected: keys.includes(addOn.key) }));
  const selected = addOns.filter(({ isSelected }) => isSelected);
  const tiers = offer.tiers.map((tier) => withAddOns(tier, selected));
  const write = moneyWriter(locale);
  return { addOns, financing: withPayments(offer.financing, tiers, write), tiers: withTexts(tiers, write) };
}
