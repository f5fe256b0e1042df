/** Money: decimal text, never a float, and an ISO 4217 code. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** A date without time (`YYYY-MM-DD`), which no time zone can shift. */
export interface CalendarDay {
  readonly day: string;
}

/** A number of unknown meaning, such as a year: written without separators unless a filter adds them. */
interface BareNumber {
  readonly bare: number;
}

/** A code of digits, such as a postal code: spoken digit by digit. */
interface DigitCode {
  readonly code: string;
}

/**
 * Value of a placeholder. Null, undefined, blank text and invalid values (NaN, a malformed amount) count as missing.
 */
export type PlaceholderValue = string | number | Money | CalendarDay | BareNumber | DigitCode | null | undefined;

/** Argument of a filter; there are no other expressions. */
export type Literal = string | number;

/** Names of the filters; any other name after `|` is malformed. */
export type FilterName = 'default' | 'upper' | 'lower' | 'title' | 'currency' | 'number' | 'round' | 'date' | 'unit';

/** A filter with its argument, such as `default: "friend"`. The argument is one that `filterRules[name]` accepts. */
export interface PlaceholderFilter {
  readonly name: FilterName;
  readonly argument: Literal | undefined;
}

/**
 * A typed value between filters. It is written once for the page ("$14,700") and once for the voice ("14700 US
 * dollars").
 */
export type Term = { readonly unit?: string } & (
  | { readonly kind: 'text'; readonly text: string; readonly isCode?: boolean }
  | { readonly kind: 'number'; readonly number: number | `${number}`; readonly format: Intl.NumberFormatOptions }
  | { readonly kind: 'day'; readonly day: string; readonly style: DateStyle }
);

/** The reader of a text: locale, currency of bare numbers, and how terms are written. */
export interface Reader {
  readonly locale: string;
  readonly currency: string;
  readonly write: (term: Term) => string;
}

interface FilterRule {
  /** Completes the message "round takes …". */
  readonly takes: string;
  readonly accepts: (argument: Literal | undefined) => boolean;
  readonly apply: (term: Term, argument: Literal | undefined, reader: Reader) => Term;
}

type DateStyle = 'short' | 'medium' | 'long' | 'full';

const currencies = new Set(Intl.supportedValuesOf('currency'));
const noArgument = { takes: 'no argument', accepts: (argument: Literal | undefined) => argument === undefined };
const maybeDigits = {
  takes: 'no argument or a number of digits from 0 to 6',
  accepts: (argument: Literal | undefined) => argument === undefined || isDigitCount(argument),
};

/**
 * Arguments and effect of each filter. A filter that cannot read its value leaves it unchanged: "on request" stays
 * under `currency`, and money keeps its currency, because another sign without conversion would be a wrong price.
 */
export const filterRules: Readonly<Record<FilterName, FilterRule>> = {
  default: { takes: 'one literal', accepts: (argument) => argument !== undefined, apply: (term) => term },
  upper: { ...noArgument, apply: (term, _, reader) => text(reader.write(term).toLocaleUpperCase(reader.locale)) },
  lower: { ...noArgument, apply: (term, _, reader) => text(reader.write(term).toLocaleLowerCase(reader.locale)) },
  title: { ...noArgument, apply: (term, _, reader) => text(capitalise(reader.write(term), reader.locale)) },
  currency: {
    takes: 'no argument or a currency code such as "USD"',
    accepts: (argument) => argument === undefined || isCurrency(argument),
    apply: (term, code, reader) =>
      formatted(term, (format) =>
        format.style === 'currency' ? format : { ...format, ...moneyFormat(String(code ?? reader.currency)) },
      ),
  },
  number: {
    ...maybeDigits,
    apply: (term, digits) =>
      formatted(term, () =>
        isDigitCount(digits) ? { minimumFractionDigits: digits, maximumFractionDigits: digits } : {},
      ),
  },
  round: {
    ...maybeDigits,
    apply: (term, digits) =>
      formatted(term, (format) => ({
        ...format,
        minimumFractionDigits: undefined,
        maximumFractionDigits: Number(digits ?? 0),
      })),
  },
  date: {
    takes: 'no argument or "short", "medium", "long" or "full"',
    accepts: (argument) => argument === undefined || isDateStyle(argument),
    apply: (term, style) => {
      const day = term.kind === 'text' ? dayTerm(term.text) : term;
      return day?.kind === 'day' && isDateStyle(style) ? { ...day, style } : (day ?? term);
    },
  },
  unit: {
    takes: 'one text such as "kW"',
    accepts: (argument) => typeof argument === 'string',
    apply: (term, unit) => ({ ...(term.kind === 'number' ? separated(term) : term), unit: String(unit) }),
  },
};

/** Whether a word is the name of a filter; own keys only, so `constructor` is none. */
export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filterRules, name);
}

/** Applies filters to a value; null when it is missing and has no `default`. */
export function applyFilters(value: unknown, filters: readonly PlaceholderFilter[], reader: Reader): Term | null {
  let term = termOf(value);
  for (const { name, argument } of filters) {
    if (term !== null) term = filterRules[name].apply(term, argument, reader);
    else if (name === 'default') term = typeof argument === 'string' ? text(argument) : bareNumber(argument);
  }
  return term;
}

/** Reads a value of any type; null for groups and invalid values. */
export function termOf(value: unknown): Term | null {
  if (typeof value === 'string') return value.trim() === '' ? null : text(value.trim());
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'number', number: value, format: {} } : null;
  if (typeof value !== 'object' || value === null) return null;
  if ('bare' in value) return bareNumber(value.bare);
  if ('code' in value) return codeTerm(value.code);
  if ('day' in value) return typeof value.day === 'string' ? dayTerm(value.day) : null;
  if (!('amount' in value && 'currency' in value)) return null;
  const { amount, currency } = value;
  return isDecimal(amount) && isCurrency(currency)
    ? { kind: 'number', number: amount, format: moneyFormat(currency) }
    : null;
}

function text(words: string): Term {
  return { kind: 'text', text: words };
}

function bareNumber(value: unknown): Term | null {
  const term = typeof value === 'number' ? termOf(value) : null;
  return term?.kind === 'number' ? { ...term, format: { useGrouping: false } } : term;
}

function codeTerm(code: unknown): Term | null {
  const term = typeof code === 'string' ? termOf(code) : null;
  return term?.kind === 'text' ? { ...term, isCode: true } : term;
}

/** Reads `2026-08-03`, also at the start of a timestamp. */
export function dayTerm(written: string): Term | null {
  const day = /^\d{4}-\d\d-\d\d(?!\d)/.exec(written)?.[0];
  return day === undefined || !isCalendarDay(day) ? null : { kind: 'day', day, style: 'long' };
}

/** Rejects days that do not exist: `Date` reads February 30 as March 2. */
function isCalendarDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Changes the format of a number, also of one given as text; other terms stay unchanged. */
function formatted(term: Term, change: (format: Intl.NumberFormatOptions) => Intl.NumberFormatOptions): Term {
  if (term.kind === 'number') return { ...term, format: change(separated(term).format) };
  return term.kind === 'text' && isDecimal(term.text)
    ? { ...term, kind: 'number', number: term.text, format: change({}) }
    : term;
}

/** Adds the separators that a bare number lacks. */
function separated(term: Extract<Term, { kind: 'number' }>): Extract<Term, { kind: 'number' }> {
  return { ...term, format: { ...term.format, useGrouping: undefined } };
}

/** Currency format of the locale, without zero cents: "$14,700", "$14,700.50". */
export function moneyFormat(currency: string): Intl.NumberFormatOptions {
  return { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' };
}

/** Capitalizes each word and keeps the other letters, as in "McDonald". */
function capitalise(words: string, locale: string): string {
  return words.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toLocaleUpperCase(locale));
}

function isDecimal(value: unknown): value is `${number}` {
  return typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value);
}

function isDigitCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;
}

function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && currencies.has(value);
}

function isDateStyle(value: unknown): value is DateStyle {
  return value === 'short' || value === 'medium' || value === 'long' || value === 'full';
}
