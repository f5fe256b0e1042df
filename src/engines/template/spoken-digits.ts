import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Pattern of an international phone number, with any grouping. */
export const internationalPhone = String.raw`\+[1-9](?:[ \u00a0\(\).\/\-]{0,2}\d){6,14}`;

/** Spells a number digit by digit, with a pause between groups: "78701-1234" is "7 8 7 0 1, 1 2 3 4". */
export function digitByDigit(written: string): string {
  return (written.match(/\d+/g) ?? []).map((group) => [...group].join(' ')).join(', ');
}

/** Spells a phone number in the groups of its country: "+15125550123" is "+1, 5 1 2, 5 5 5, 0 1 2 3". */
export function spokenPhone(written: string): string {
  if (!written.startsWith('+')) return digitByDigit(written);
  const [country = '', ...groups] = (parsePhoneNumberFromString(written)?.formatInternational() ?? written).split(' ');
  return [country, ...groups.map(digitByDigit)].join(', ');
}
