import { type Money, type Term, termOf } from './placeholder-filters.ts';
import { digitByDigit } from './spoken-digits.ts';
import { unitCounter, unitNamer } from './spoken-units.ts';

/**
 * Writes terms as a page shows them. One writer serves a whole text: it keeps its `Intl` formats, which cost far more
 * to make than to use.
 * @throws RangeError from the writer when `locale` is not a BCP 47 tag.
 */
export function shownWriter(locale: string): (term: Term) => string {
  const numberFormat = remembered((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const dateFormat = remembered((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
  const bare = (term: Term): string => {
    if (term.kind === 'number') return numberFormat(term.format).format(term.number);
    if (term.kind === 'day') return dateFormat({ dateStyle: term.style, timeZone: 'UTC' }).format(new Date(term.day));
    return term.text;
  };
  const count = unitCounter(locale);
  return (term) => (term.unit === undefined ? bare(term) : `${bare(term)} ${count(term.unit, quantityOf(term))}`);
}

/** Writes money as texts show it: "$14,700", "14.700,50 €". @throws RangeError when `locale` is not a BCP 47 tag */
export function moneyWriter(locale: string): (money: Money) => string {
  const write = shownWriter(locale);
  return (money) => {
    const term = termOf(money);
    return term === null ? `${money.amount} ${money.currency}` : write(term);
  };
}

/**
 * Writes the same terms as a voice should read them: "14700 US dollars", "7.2 kilowatts", "August 3, 2026". Signs and
 * separators are left out, because voices read them wrong in some languages: "$14,700" as 14 comma 700.
 * @throws RangeError from the writer when `locale` is not a BCP 47 tag.
 */
export function spokenWriter(locale: string): (term: Term) => string {
  const write = shownWriter(locale);
  const nameUnit = unitNamer(locale);
  return (term) => {
    const { unit, ...bare } = term;
    const words = isDigits(bare) ? digitByDigit(bare.text) : write(spelledOut(bare)).replaceAll(/\s/g, ' ');
    if (unit === undefined) return words;
    return `${words} ${nameUnit(unit, quantityOf(term))}`;
  };
}

function quantityOf(term: Term): number {
  return Number(term.kind === 'number' ? term.number : term.kind === 'text' ? term.text : NaN);
}

/** A code with letters ("SW1A 1AA") is left to the voice. */
function isDigits(term: Term): term is Extract<Term, { kind: 'text' }> {
  return term.kind === 'text' && term.isCode === true && /^\d[\d -]*$/.test(term.text);
}

function spelledOut(term: Term): Term {
  if (term.kind === 'day') return { ...term, style: term.style === 'full' ? 'full' : 'long' };
  if (term.kind === 'number')
    return { ...term, format: { ...term.format, currencyDisplay: 'name', useGrouping: false } };
  return term;
}

function remembered<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const made = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? make(options);
    made.set(key, format);
    return format;
  };
}
