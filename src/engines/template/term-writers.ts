import { memoize } from './memoize.ts';
import { type Money, type Term, termOf } from './placeholder-filters.ts';
import { digitByDigit } from './spoken-digits.ts';
import { unitCounter, unitNamer } from './spoken-units.ts';

/** @throws RangeError when `locale` is no BCP 47 tag */
type WriterOf = (locale: string) => (term: Term) => string;

/** Writes terms for display. There is one writer for each locale: its `Intl` formats are expensive to create. */
export const shownWriter: WriterOf = memoize((locale: string) => {
  const numberFormat = memoize((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const dateFormat = memoize((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
  const bare = (term: Term): string => {
    if (term.kind === 'number') return numberFormat(term.format).format(term.number);
    if (term.kind === 'day') return dateFormat({ dateStyle: term.style, timeZone: 'UTC' }).format(new Date(term.day));
    return term.text;
  };
  const count = unitCounter(locale);
  return (term) => (term.unit === undefined ? bare(term) : `${bare(term)} ${count(term.unit, quantityOf(term))}`);
});

/** Writes money for display: "$14,700", "14.700,50 €". @throws RangeError as `shownWriter` does */
export function moneyWriter(locale: string): (money: Money) => string {
  const write = shownWriter(locale);
  return (money) => {
    const term = termOf(money);
    return term === null ? `${money.amount} ${money.currency}` : write(term);
  };
}

/**
 * Writes terms for a voice: "14700 US dollars", "7.2 kilowatts", "August 3, 2026". Signs and separators are omitted,
 * because voices misread them in some languages.
 */
export const spokenWriter: WriterOf = memoize((locale: string) => {
  const write = shownWriter(locale);
  const nameUnit = unitNamer(locale);
  return (term) => {
    const { unit, ...bare } = term;
    const words = isDigits(bare) ? digitByDigit(bare.text) : write(spelledOut(bare)).replaceAll(/\s/g, ' ');
    if (unit === undefined) return words;
    return `${words} ${nameUnit(unit, quantityOf(term))}`;
  };
});

function quantityOf(term: Term): number {
  return Number(term.kind === 'number' ? term.number : term.kind === 'text' ? term.text : NaN);
}

/** Whether a code has digits only; one with letters ("SW1A 1AA") is left to the voice. */
function isDigits(term: Term): term is Extract<Term, { kind: 'text' }> {
  return term.kind === 'text' && term.isCode === true && /^\d[\d -]*$/.test(term.text);
}

function spelledOut(term: Term): Term {
  if (term.kind === 'day') return { ...term, style: term.style === 'full' ? 'full' : 'long' };
  if (term.kind === 'number')
    return { ...term, format: { ...term.format, currencyDisplay: 'name', useGrouping: false } };
  return term;
}
