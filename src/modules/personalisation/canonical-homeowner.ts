import { invalidField } from '../../platform/kernel/errors.ts';
import { canonicalCountry } from '../../platform/input/country.ts';
import { canonicalPhone, phoneRule } from '../../platform/input/phone.ts';
import type { Deck } from '../decks/deck.entity.ts';

interface Reachable {
  readonly country?: string | null;
  readonly phone?: string | null;
}

/**
 * A homeowner with the country and the phone number in the spelling in which they are kept.
 *
 * @throws AppError `INVALID_INPUT` for a phone number that cannot be read
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
