import { whereAlpha2, whereAlpha3 } from 'iso-3166-1';

/** Spellings that are not ISO 3166-1 codes, and the codes that they mean. Kosovo has none; the EU and CLDR use XK. */
const furtherCodes: Readonly<Record<string, string>> = { UK: 'GB', XK: 'XK', XKX: 'XK' };

/** The ISO 3166-1 alpha-2 code of a country that is named by it, by its alpha-3 code or as `UK`; null for all else. */
export function canonicalCountry(code: string): string | null {
  if (!/^[a-z]{2,3}$/i.test(code)) return null;
  const upper = code.toUpperCase();
  return furtherCodes[upper] ?? (whereAlpha2(upper) ?? whereAlpha3(upper))?.alpha2 ?? null;
}
