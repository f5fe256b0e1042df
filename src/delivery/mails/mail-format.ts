import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import type { Term } from '../../engines/template/placeholder-filters.ts';
import { shownWriter } from '../../engines/template/term-writers.ts';

/** How a mail writes amounts, numbers and times. */
export interface MailFormat {
  readonly locale: string;
  readonly timeZone: string;
  readonly write: (term: Term) => string;
  /** Day and time with the name of the zone. */
  readonly moment: (time: Date) => string;
}

/** Formats of `Intl` take long to make. Decks name the languages and zones, so their number is limited. */
const formats = new Map<string, MailFormat>();
const mostFormats = 100;

export function mailFormat(language: string, timeZone: string): MailFormat {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const locale = formattingLocale(language);
  const times = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const format = { locale, timeZone, write: shownWriter(locale), moment: (time: Date) => times.format(time) };
  if (formats.size === mostFormats) formats.clear();
  formats.set(key, format);
  return format;
}
