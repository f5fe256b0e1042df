import { dayTerm, moneyFormat, type Term } from '../template/placeholder-filters.ts';
import { digitByDigit, internationalPhone, spokenPhone } from '../template/spoken-digits.ts';

/** A pattern that voices read wrong, and what to speak for it. Group names are unique across all rules. */
export interface LiteralRule {
  readonly pattern: string;
  /** Null leaves the text to the voice. */
  readonly say: (groups: Readonly<Record<string, string | undefined>>) => string | null;
}

/** The conventions of the author, and how the voice says terms. */
export interface SpokenWording {
  readonly locale: string;
  /** Currency of a bare dollar sign, if it is a kind of dollar. */
  readonly currency: string;
  readonly speak: (term: Term) => string;
}

const dollarLike = new Set(['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD']);
const codeBySign: Readonly<Record<string, string>> = { US$: 'USD', '€': 'EUR', '£': 'GBP' };
/** The word between the ends of a range, by language; other languages leave ranges to the voice. */
const upTo: Readonly<Record<string, string>> = { en: 'to', es: 'a', de: 'bis', fr: 'à', it: 'a', pt: 'a' };

const space = String.raw`[ \u00a0\u2009\u202f]`;
const gap = `${space}?`;
const streets = 'st|street|ave?|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|pl|place|way|hwy|pkwy|cir';
/** An address goes on: "1200 W 5th St", "123 W. Main", "80 W elm street"; or it ends: "400 N 300 W". */
const address = String.raw`(?:\.?\s+[\p{Lu}\d]|\.?\s+(?:[\p{L}'’]{1,20}\s+){1,3}(?:${streets})(?![\p{L}\p{N}]))`;
const watts = String.raw`(?:(?<=\d)W|W(?!${address})(?<!(?<!\p{L})[NSEW]\.? \d{1,5} W))`;
const units = String.raw`kWh|kW|${watts}|sq\.? ?ft|ft²|m²|%|°F|°C|ft|lbs?`;
const times = 'hours?|hr|h|hora|Stunde|Std|day|día|Tag|week|wk|semana|Woche|months?|mo|mes|Monat|years?|yr|año|Jahr';
const dot = String.raw`(?:\.(?=\s\p{Ll}))?`;
const rate = String.raw`${gap}\/${gap}(?:${times}|${units})(?!\p{L})${dot}`;
/** Scale words after an amount: "$1.5 million" is left to the voice. */
const scales = 'thousand|million|billion|mil|millón|millones|Tausend|Tsd|Mio|Million|Millionen|Milliarde|Mrd';
/** Three digits behind a space or an apostrophe may belong to the digits before: "2 500" is one number, or two. */
const groupEnd = String.raw`\d{3}(?!\d)`;
const groupStart = String.raw`(?<![\d.,])\d{1,3}`;
const inGroup = String.raw`${groupStart}(?:${space}|['’])(?=${groupEnd})`;
const alone = String.raw`(?<![\p{L}\p{N}.,]|${inGroup})`;
const complete = String.raw`(?![\p{L}\p{N}]|[.,]\d|(?<=${groupStart})(?:${space}|['’])${groupEnd}|\s?(?:${scales})(?!\p{L}))`;
const rangeDash = String.raw`${gap}[–\-]${gap}`;
const anySign = String.raw`(?:US)?[$€£]?`;
/** Words that a number of their own may follow, where spaces group digits: in "Option 2 500 €" the option may be the second. */
const numbered =
  'option|offre|formule|variante|version|modèle|plan|phase|étape|zone|lot|niveau|étage|chambre|salle|bureau|bâtiment|appartement|appt|page|article|numéro|n°|no';
const behindNumbered = String.raw`(?<=(?<!\p{L})(?:${numbered
  .split('|')
  .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
  .join('|')})\.?${space})`;
/** Currencies in letters, which stand before or after an amount. */
const currencyNames = 'EUR|USD|CHF|GBP|CAD|AUD|NZD|MXN|euros?|Euro|dollars?|dólares|pesos|francs|Franken';

/** A unit or rate in the author's text right after a filled number: "{{price}}/mo", "{{size}} kW". */
export const unitBehindNumber = new RegExp(String.raw`^${gap}(?:(?:${units})(?:${rate})?|${rate})${complete}`, 'u');

export const internationalNumbers: LiteralRule = {
  pattern: String.raw`(?<![\p{L}\p{N}+])(?<international>${internationalPhone})(?![\p{L}\p{N}])`,
  say: ({ international = '' }) => spokenPhone(international),
};

/** The rules for a locale, in order of precedence: where several match at one place, the first applies. */
export function literalRules(wording: SpokenWording): LiteralRule[] {
  const separators = separatorsOf(wording.locale);
  return [...digitRules(wording), ...amountRules(wording, separators), ...numberRules(wording, separators)];
}

/** Phone numbers, ZIP codes, dates, "24/7" and "and/or". */
function digitRules({ locale, speak }: SpokenWording): LiteralRule[] {
  const monthFirst = isMonthFirst(locale);
  return [
    internationalNumbers,
    {
      pattern: String.raw`(?<![\p{L}\p{N}.,\/+\-])(?<phone>(?:1[ .\-])?(?:\(\d{3}\) ?|\d{3}[ .\-])\d{3}[.\-]\d{4})(?![\p{L}\p{N}\-])`,
      say: ({ phone = '' }) => spokenPhone(phone),
    },
    {
      pattern: String.raw`(?<=\p{Lu}[\p{L}.]{1,30},? \p{Lu}{2} |(?:zip|Zip|ZIP)(?: code| Code)? )(?<zip>\d{5}(?:-\d{4})?)(?![\p{L}\p{N}\-]|[.,]\d)`,
      say: ({ zip = '' }) => digitByDigit(zip),
    },
    {
      pattern: String.raw`(?<![\p{L}\p{N}.,\/\-])(?<date>\d{4}-\d\d-\d\d|\d{1,2}(?<dot>[.\/])\d{1,2}\k<dot>\d{4})(?![\p{L}\p{N}\/\-]|[.,]\d)`,
      say: ({ date = '' }) => {
        const day = dayTerm(isoDay(date, monthFirst));
        return day === null ? null : speak(day);
      },
    },
    {
      pattern: String.raw`(?<![\p{N}\/])(?<always>24\/7)(?![\p{N}\/])`,
      say: () => '24 7',
    },
    {
      pattern: String.raw`(?<![\p{L}\p{N}\/])(?<either>and\/or|y\/o|und\/oder|et\/ou|e\/ou|e\/o)(?![\p{L}\p{N}\/])`,
      say: ({ either = '' }) => either.replace('/', ' '),
    },
  ];
}

const suffixes = String.raw`[€£]|\$(?!\s?(?:US|\d))`;

/** Amounts of money, with the sign before or after the number, and ranges of them. */
function amountRules(wording: SpokenWording, separators: Separators): LiteralRule[] {
  const { money, ofSure, toSure } = numberPatterns(separators);
  const to = rangeWord(wording.locale);
  const count = numberSpeaker(wording, separators);
  const amount = amountSpeaker(wording, separators);
  return [
    {
      pattern: String.raw`${alone}${ofSure}(?<sign>US\$|[$€£])${gap}(?<price>${money})(?:${rangeDash}\k<sign>?(?<highest>${money}))?(?<per>${rate}|\/\p{Ll}{3,20})?${complete}${toSure}`,
      say: ({ sign = '', price = '', highest, per }) => {
        if (highest === undefined) return amount(price, sign, per);
        return to === undefined ? null : `${count(price)} ${to} ${amount(highest, sign, per)}`;
      },
    },
    {
      pattern: String.raw`${alone}${ofSure}(?<cost>${money})${gap}(?<suffix>${suffixes})(?<costPer>${rate}|\/\p{L}{3,20})?${complete}${toSure}`,
      say: ({ cost = '', suffix = '', costPer }) => amount(cost, suffix, costPer),
    },
  ];
}

/** Measures with units, ranges of numbers, and grouped numbers. */
function numberRules(wording: SpokenWording, separators: Separators): LiteralRule[] {
  const { number, grouped, spaced, unsure, ofSure, toSure } = numberPatterns(separators);
  const isUnsure = new RegExp(unsure, 'v');
  /** What makes digits behind a space an amount: a unit or currency, behind the end of a range too. */
  const isAmount = String.raw`(?:(?<=(?<!\p{L})(?:${currencyNames})${space}${spaced})|(?=(?:${rangeDash}${number})?${gap}(?:(?:${units})(?!\p{L})|${suffixes}|(?:${currencyNames})(?!\p{L}))))`;
  const to = rangeWord(wording.locale);
  const count = numberSpeaker(wording, separators);
  return [
    {
      pattern: String.raw`${alone}${ofSure}(?<measure>${number})${gap}(?<unit>(?:${units})(?:${rate})?|${rate})${complete}${toSure}`,
      say: ({ measure = '', unit }) => count(measure, unit),
    },
    {
      pattern: String.raw`(?=${gap}[–\-])(?<=(?<![\p{L}\p{N}.,\/+–\-]|${inGroup})(?<from>${number})[%€]?)(?<dash>${gap}–${gap}|-)(?=(?<until>[1-9](?:[\d.,]|(?:${space}|['’])${groupEnd})*)(?<what>[\s\u00a0]?(?:${units})(?!\p{L})|\s\p{Ll})?(?![\p{N}–\-]))`,
      say: ({ from = '', until = '', dash = '', what }) => {
        const isRange = Number(decimal(from, separators)) < Number(decimal(until.replace(/[.,]$/, ''), separators));
        // Both ends are spoken alike.
        if (isUnsure.test(until)) return null;
        const isPlain = what !== undefined || (dash !== '-' && !(from.length === 3 && until.length === 4));
        return to !== undefined && isRange && isPlain ? ` ${to} ` : null;
      },
    },
    {
      pattern: String.raw`${alone}${ofSure}(?<grouped>${grouped}|${spaced}${isAmount})${complete}${toSure}`,
      say: ({ grouped: written = '' }) => count(written),
    },
  ];
}

/** What is spoken between the ends of a range; undefined where ranges are left to the voice. */
function rangeWord(locale: string): string | undefined {
  return upTo[new Intl.Locale(locale).language];
}

/** Speaks a number as the author wrote it, with its unit. */
function numberSpeaker({ speak }: SpokenWording, separators: Separators): (written: string, unit?: string) => string {
  return (written, unit) =>
    speak({
      kind: 'number',
      number: decimal(written, separators),
      format: { maximumFractionDigits: 20 },
      ...(unit === undefined ? {} : { unit }),
    });
}

/** Speaks an amount in the currency of its sign, with a rate such as "/mo". */
function amountSpeaker(
  { currency, speak }: SpokenWording,
  separators: Separators,
): (written: string, sign: string, unit?: string) => string {
  const dollar = dollarLike.has(currency) ? currency : 'USD';
  return (written, sign, unit) =>
    speak({
      kind: 'number',
      number: decimal(written, separators),
      format: moneyFormat(codeBySign[sign] ?? dollar),
      ...(unit === undefined ? {} : { unit }),
    });
}

/**
 * Patterns of numbers as the locale writes them, and grouped as none but a number is: by apostrophes or no-break spaces,
 * and by spaces where the second group begins with 0. In "Room 2 500" a space may part two numbers: that is `unsure`. A
 * range of which one end is unsure is left to the voice as a whole: `ofSure` and `toSure` stand before and behind a number.
 */
function numberPatterns({
  group,
  point,
}: Separators): Readonly<Record<'number' | 'money' | 'grouped' | 'spaced' | 'unsure' | 'ofSure' | 'toSure', string>> {
  const isSpaced = group === space;
  const first = isSpaced ? String.raw`(?!${behindNumbered}\d{1,3} )[1-9]\d{0,2}` : String.raw`[1-9]\d{0,2}`;
  const groups = String.raw`(?:(?:${group}\d{3})+|(?:['’]\d{3})+)`;
  const spacedGroups = String.raw`(?:(?:[\u00a0\u2009\u202f]\d{3})+| 0\d\d(?: \d{3})*)`;
  // "000" and "0123" are a part of a number or of a code.
  const whole = String.raw`(?:${first}(?:${groups}|${spacedGroups})(?!\d)|0(?!\d)|[1-9]\d*)`;
  const decimals = String.raw`(?:${point}\d+)?`;
  const unsure = isSpaced
    ? String.raw`(?:${behindNumbered}\d{1,3} ${groupEnd})`
    : String.raw`(?:${groupStart} [1-9]\d\d(?!\d)(?: ${groupEnd})*)`;
  // Telephone and account numbers go on behind a space.
  const [from, to] = isSpaced ? [String.raw`(?<!\d${space})`, String.raw`(?!${space}\d)`] : ['', ''];
  return {
    number: whole + decimals,
    money: String.raw`${whole}(?:${point}\d{1,2})?`,
    grouped: from + first + groups + decimals + to,
    spaced: first + spacedGroups + decimals,
    unsure,
    ofSure: String.raw`(?<!${unsure}(?:${gap}[$€£%])?${rangeDash}${anySign})`,
    toSure: String.raw`(?!${rangeDash}${anySign}${unsure})`,
  };
}

/** Group and decimal separators of a locale as parts of a pattern. One kind of space or apostrophe matches any other. */
interface Separators {
  readonly group: string;
  readonly point: string;
}

function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8);
  const pattern = (type: string): string => {
    const separator = parts.find((part) => part.type === type)?.value ?? ',';
    return /\s/.test(separator) ? space : `[${separator}]`;
  };
  return { group: pattern('group'), point: pattern('decimal') };
}

/** Converts a number in the format of the locale to decimal text. */
function decimal(written: string, { group, point }: Separators): `${number}` {
  const digits = written.replaceAll(new RegExp(`${group}|${space}|['’]`, 'g'), '');
  return digits.replace(new RegExp(point), '.') as `${number}`;
}

/** Whether the numeric dates of a locale have the month before the day. */
function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(0);
  return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month';
}

/** Converts a numeric date in the order of its locale to `YYYY-MM-DD`. */
function isoDay(written: string, monthFirst: boolean): string {
  if (/^\d{4}/.test(written)) return written;
  const [first = '', second = '', year = ''] = written.split(/[./]/).map((part) => part.padStart(2, '0'));
  return [year, ...(monthFirst ? [first, second] : [second, first])].join('-');
}
