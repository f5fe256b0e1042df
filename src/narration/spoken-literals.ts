import { moneyFormat, type Term } from './placeholder-filters.ts';

/** A stretch of text as it is shown and as it is said. One that is `whole` cannot be told apart word by word. */
export interface Segment {
  readonly shown: string;
  readonly spoken: string;
  readonly whole: boolean;
}

const dollarLike = new Set(['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD']);
const codeBySign: Readonly<Record<string, string>> = { US$: 'USD', '€': 'EUR', '£': 'GBP' };
const units = String.raw`kWh|kW|W(?! \p{Lu})|sq\.? ?ft|ft²|m²|%|°F|°C|ft|lbs?`;
/** Words that belong to the amount before them: "$1.5 million" is left to the voice. */
const scales = 'thousand|million|billion|mil|millón|millones|Tausend|Tsd|Mio|Million|Millionen|Milliarde|Mrd';
const gap = String.raw`[ \u00a0\u202f]?`;

/**
 * Finds in an author's own words what voices read wrong, and says it in words: money ("$500"), measures ("7.2 kW") and
 * grouped numbers ("14,700"). Only what is written in the locale's own way is touched: "$14,700" in a German text
 * could be either price. Pictures are shown and not said.
 */
export function literalSpeaker(
  locale: string,
  currency: string,
  speak: (term: Term) => string,
): (text: string) => Segment[] {
  const separators = separatorsOf(locale);
  const pattern = literalPattern(separators);
  const dollar = dollarLike.has(currency) ? currency : 'USD';
  const say = ({
    sign,
    money,
    amount,
    suffix,
    measured,
    unit,
    grouped,
  }: Record<string, string | undefined>): string => {
    const written = money ?? amount ?? measured ?? grouped;
    if (written === undefined) return '';
    const symbol = sign ?? suffix;
    const number = decimal(written, separators);
    if (symbol !== undefined)
      return speak({ kind: 'number', number, format: moneyFormat(codeBySign[symbol] ?? dollar) });
    const format = { maximumFractionDigits: 20 };
    return speak({ kind: 'number', number, format, ...(unit === undefined ? {} : { unit }) });
  };
  return (text) => {
    const segments: Segment[] = [];
    let position = 0;
    for (const { 0: shown, index, groups } of text.matchAll(pattern)) {
      if (index > position) segments.push(asWritten(text.slice(position, index)));
      segments.push({ shown, spoken: say(groups ?? {}), whole: true });
      position = index + shown.length;
    }
    if (position < text.length) segments.push(asWritten(text.slice(position)));
    return segments;
  };
}

function asWritten(text: string): Segment {
  return { shown: text, spoken: text, whole: false };
}

function literalPattern({ group, point }: Separators): RegExp {
  const whole = String.raw`(?:\d{1,3}(?:${group}\d{3})+|\d+)`;
  const money = String.raw`${whole}(?:${point}\d{1,2})?`;
  const number = String.raw`${whole}(?:${point}\d+)?`;
  const grouped = String.raw`\d{1,3}(?:${group}\d{3})+(?:${point}\d+)?`;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:` +
      String.raw`(?<sign>US\$|[$€£])${gap}(?<money>${money})|(?<amount>${money})${gap}(?<suffix>[€£]|\$(?!\s?(?:US|\d)))|` +
      String.raw`(?<measured>${number})${gap}(?<unit>${units})|(?<grouped>${grouped})` +
      String.raw`)(?![\p{L}\p{N}]|[.,]\d|\s?(?:${scales})(?!\p{L}))|\p{RGI_Emoji}`,
    'gv',
  );
}

/** How a locale groups and points its numbers, as parts of a pattern; one kind of space stands for any other. */
interface Separators {
  readonly group: string;
  readonly point: string;
}

function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8);
  const pattern = (type: string): string => {
    const separator = parts.find((part) => part.type === type)?.value ?? ',';
    return /\s/.test(separator) ? String.raw`[ \u00a0\u202f]` : `[${separator}]`;
  };
  return { group: pattern('group'), point: pattern('decimal') };
}

/** A number written in the locale's way as decimal text. */
function decimal(written: string, { group, point }: Separators): `${number}` {
  return written.replaceAll(new RegExp(group, 'g'), '').replace(new RegExp(point), '.') as `${number}`;
}
