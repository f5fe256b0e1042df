import { getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

/**
 * A phone number in E.164, however it is written; null when it cannot be read, or has an extension, for which E.164 has
 * no place. Without `+` it is a number of the region (ISO 3166-1). With `+` its country is known, and its length is
 * taken as given: numbering plans change faster than what we know of them.
 */
export function canonicalPhone(phone: string, region: string): string | null {
  const defaultCountry = isSupportedCountry(region) ? region : undefined;
  const found = parsePhoneNumberFromString(phone.trim(), { extract: false, ...(defaultCountry && { defaultCountry }) });
  if (found === undefined || found.ext !== undefined || !/^\+\d{7,15}$/.test(found.number)) return null;
  return /^\s*[+＋]/.test(phone) || found.isValid() ? found.number : null;
}

/** Completes the sentence "phone must be …" for numbers of a region. */
export function phoneRule(region: string): string {
  const example = getExampleNumber(isSupportedCountry(region) ? region : 'US', examples);
  return `a phone number without an extension, such as ${example?.number} or, in ${example?.country}, ${example?.formatNational()}`;
}
