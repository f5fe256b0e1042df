import type { Format } from 'ajv';
import { canonicalCountry } from './country.ts';
import { isDecimalText } from './decimal-text.ts';
import { isPlainName, isPlainText } from './hidden-characters.ts';
import { canonicalOrigin, canonicalTimeZone, isEmailAddress } from '../core/index.ts';
import { canonicalLanguage } from './language.ts';
import { isLink, isWebAddress } from './link.ts';
import { isTime } from './time.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Begins and ends with a character of a word. */
const eventType = '[A-Za-z0-9_]([A-Za-z0-9._:/-]*[A-Za-z0-9_])?';

/** How a text is spelled that JSON Schema's own words cannot describe, and how to say so to a person. */
export interface NamedFormat {
  readonly is: Format;
  /** Completes the sentence "title must be …". */
  readonly says: string;
}

/** Formats by the name that schemas use: how a value is checked, and what an error message requires. */
export const namedFormats: Readonly<Record<string, NamedFormat>> = {
  uuid: {
    is: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    says: 'a UUID such as 01900000-0000-7000-8000-000000000001',
  },
  'date-time': { is: isTime, says: 'a time with its zone in ISO 8601, such as 2026-01-31T12:00:00Z' },
  decimal: { is: isDecimalText, says: 'decimal text such as 40050.00' },
  // JSON Schema's name for addresses whose letters may be of any script.
  'idn-email': { is: isEmailAddress, says: 'an e-mail address such as ann@example.com' },
  'http-url': { is: isHttpUrl, says: 'an absolute http or https URL without a user, spaces around it or line breaks' },
  'language-tag': {
    is: (tag: string) => canonicalLanguage(tag) !== null,
    says: 'a BCP 47 language tag such as es or en-US',
  },
  'time-zone': {
    is: (name: string) => canonicalTimeZone(name) !== null,
    says: 'a time zone of the IANA database such as America/Denver',
  },
  origin: {
    is: (origin: string) => canonicalOrigin(origin) !== null,
    says: 'an origin such as https://app.example.com, or *.example.com for all its subdomains',
  },
  currency: { is: (code: string) => currencies.has(code), says: 'an ISO 4217 currency code such as USD' },
  country: {
    is: (code: string) => canonicalCountry(code) !== null,
    says: 'an ISO 3166-1 country code such as US',
  },
  // Which digits make a number depends on the country: `canonicalPhone` knows.
  phone: { is: /^\P{Nd}*(?:\p{Nd}\P{Nd}*){4,17}$/u, says: 'a phone number such as +15125550123' },
  'person-name': {
    // Characters that change the direction of text could display another name than the stored one.
    is: (name: string) => /\p{L}/u.test(name) && isPlainName(name),
    says: 'a name: one line with at least one letter, in its natural direction, without hidden characters',
  },
  'plain-name': {
    is: isPlainName,
    says: 'one line that is not blank, without control characters, invisible ones or ones that turn the direction of text',
  },
  'plain-text': {
    is: isPlainText,
    says: 'text without control characters, invisible ones or ones that turn the direction of text',
  },
  'hex-color': { is: /^#[0-9a-f]{6}$/i, says: 'a color such as #0b5d4b' },
  logo: {
    is: /^(?:data:image\/png;base64,[A-Za-z0-9+/]+={0,2}|\/api\/logos\/[0-9a-f-]{36}\.png(?:\?[\w=&-]{1,200})?)$/,
    says: 'a PNG as a data URL that begins with data:image/png;base64, or the path of the logo that the deck has',
  },
  base64: {
    // In one pass: a repeated group of four would overflow the stack at a few megabytes.
    is: (value: string) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
    says: 'base64 with its padding, without line breaks',
  },
  link: { is: isLink, says: 'an http or https URL, or a path such as /logo.svg' },
  sha256: { is: /^[0-9a-f]{64}$/, says: 'a SHA-256 of 64 hexadecimal digits in lower case' },
  key: {
    is: /^[a-z0-9][a-z0-9_-]*$/,
    says: 'a key such as gutter-guards: letters (a to z), digits, - and _, of which the last two cannot begin it',
  },
  'event-type': {
    is: new RegExp(`^${eventType}$`),
    says: 'an event type such as contract.signed: letters (a to z), digits and . _ - : / between them',
  },
  'event-pattern': {
    is: new RegExp(String.raw`^(\*|${eventType}(\.\*)?)$`),
    says: 'an event type such as contract.signed, or a pattern such as contract.* or *',
  },
};

/** The parser of URLs drops spaces around them, and line breaks and tabs anywhere: the stored text would be another one. */
function isHttpUrl(text: string): boolean {
  return text === text.trim() && !/\p{Cc}/u.test(text) && isWebAddress(URL.parse(text));
}
