import { memoize } from '../../engines/template/memoize.ts';
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

/** The conventions of a deck: a BCP 47 tag and an IANA name. */
interface MailConventions {
  readonly language: string;
  readonly timeZone: string;
}

/** Most formats that are kept. */
const mostFormats = 100;

export const mailFormat = memoize(({ language, timeZone }: MailConventions): MailFormat => {
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
  return { locale, timeZone, write: shownWriter(locale), moment: (time: Date) => times.format(time) };
}, mostFormats);
