import type { Format } from 'ajv';
import formats from 'ajv-formats/dist/formats.js';
import { canonicalLanguage } from './language.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** How a text is spelled that JSON Schema's own words cannot describe, and how to say so to a person. */
export interface NamedFormat {
  readonly is: Format;
  /** Completes the sentence "title must be …". */
  readonly says: string;
}

export const namedFormats: Readonly<Record<string, NamedFormat>> = {
  uuid: {
    is: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    says: 'a UUID such as 01900000-0000-7000-8000-000000000001',
  },
  email: { is: formats.fullFormats.email, says: 'an e-mail address such as ann@example.com' },
  'http-url': { is: isHttpUrl, says: 'an absolute http or https URL' },
  'language-tag': { is: (tag: string) => canonicalLanguage(tag) !== null, says: 'a BCP 47 language tag such as en-US' },
  currency: { is: (code: string) => currencies.has(code), says: 'an ISO 4217 currency code such as USD' },
  country: {
    is: (code: string) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined,
    says: 'an ISO 3166-1 country code such as US',
  },
  phone: { is: /^\+[1-9]\d{6,14}$/, says: 'a phone number in international format (E.164) such as +15125550123' },
  'person-name': {
    // What turns the direction of text could show another name than the one that is kept.
    is: (name: string) => /\p{L}/u.test(name) && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name),
    says: 'a name: one line with at least one letter, in its natural direction',
  },
  sha256: { is: /^[0-9a-f]{64}$/, says: 'a SHA-256 of 64 hexadecimal digits in lower case' },
  'event-type': {
    is: /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
    says: 'an event type in dotted lower case such as contract.signed',
  },
  'event-pattern': {
    is: /^(\*|[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\.(\*|[a-z][a-z0-9_]*))$/,
    says: 'an event type such as contract.signed, or a pattern such as contract.* or *',
  },
};

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
