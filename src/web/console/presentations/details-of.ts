import type { Details } from './details.ts';
import type { Shown } from './use-presentation.ts';

/** What the presentation was requested with. */
export function detailsOf({ homeowner, priceInputs, languageSettings }: Shown): Details {
  const { firstName, lastName, email, phone, address, city, state, zip, country } = homeowner;
  return {
    firstName,
    lastName,
    email: email ?? '',
    phone: phone ?? '',
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? '',
    roofSquares: String(priceInputs?.roofSquares ?? ''),
    systemSizeKw: String(priceInputs?.systemSizeKw ?? ''),
    languageCode: languageSettings?.languageCode ?? '',
  };
}
