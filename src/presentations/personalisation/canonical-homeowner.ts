import { invalidField } from '../../kit/core/index.ts';
import { canonicalCountry, canonicalPhone, phoneRule } from '../../kit/input/index.ts';
import type { Deck } from '../../authoring/decks/deck.entity.ts';

interface Reachable {
  readonly country?: string | null;
  readonly phone?: string | null;
}

/**
 * Normalizes the country to ISO 3166-1 alpha-2 and the phone number to E.164.
 *
 * @throws AppError `INVALID_INPUT` for an invalid phone number
 */
export function canonicalHomeowner<Given extends Reachable>(homeowner: Given, deck: Deck): Given {
  const country = homeowner.country && canonicalCountry(homeowner.country);
  const region = country || (new Intl.Locale(deck.defaultLanguage).maximize().region ?? '');
  const phone = homeowner.phone && canonicalPhone(homeowner.phone, region);
  if (phone === null && homeowner.phone) {
    throw invalidField('/homeowner/phone', 'format', `phone must be ${phoneRule(region)}.`);
  }
  return { ...homeowner, ...(country && { country }), ...(phone && { phone }) };
}
