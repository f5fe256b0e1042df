import { describe, expect, test } from '@jest/globals';
import type { PlaceholderValue } from '../../../src/engines/template/placeholder-filters.ts';
import { parseTemplate, type PlaceholderValues, renderTemplate } from '../../../src/engines/template/placeholders.ts';
import { estimateReadingTimes } from '../../../src/engines/narration/reading-time.ts';
import { wordsOf } from '../../../src/engines/speech/words.ts';
import { type RenderedNarration, renderNarration, timeShownWords } from '../../../src/engines/narration/spoken.ts';

const values: PlaceholderValues = new Map(
  Object.entries<PlaceholderValue>({
    first_name: 'Ana',
    price: { amount: '14700.00', currency: 'USD' },
    cents: { amount: '14700.50', currency: 'USD' },
    squares: 24.5,
    kilowatts: 7.2,
    one: 1,
    dinars: { amount: '1250.375', currency: 'KWD' },
    yen: { amount: '12824.00', currency: 'JPY' },
    date: { day: '2026-08-03' },
  }),
);

function narrate(text: string, locale = 'en-US', currency = 'USD'): RenderedNarration {
  return renderNarration(parseTemplate(text), values, { locale, voiceLocale: locale, currency, missing: 'blank' });
}

function spoken(text: string, locale?: string, currency?: string): string {
  return narrate(text, locale, currency).spoken;
}

/** Each spoken word takes one second. */
function timed(text: string, locale?: string): [string, number, number][] {
  const { words, spoken: said } = narrate(text, locale);
  const timings = wordsOf(said).map((word, index) => ({ word, startTime: index, endTime: index + 1 }));
  return timeShownWords(words, timings).map(({ word, startTime, endTime }) => [word, startTime, endTime]);
}

describe('narration', () => {
  test('says values in words, in the language of the homeowner', () => {
    const text =
      '{{price}}, {{kilowatts | unit: "kW"}}, {{squares | unit: "sq ft"}}, {{squares | unit: "%"}}, {{date}}';
    expect(spoken(text)).toBe('14700 US dollars, 7.2 kilowatts, 24.5 square feet, 24.5 percent, August 3, 2026');
    expect(spoken(text, 'es-MX')).toBe(
      '14700 dólares estadounidenses, 7.2 kilovatios, 24.5 pies cuadrados, 24.5 por ciento, 3 de agosto de 2026',
    );
    expect(spoken(text, 'de-DE')).toBe('14700 US-Dollar, 7,2 Kilowatt, 24,5 Quadratfuß, 24,5 Prozent, 3. August 2026');
    expect(spoken('{{cents}}, {{one | unit: "kWh"}}, {{one | unit: "Sq. Ft."}}, {{one | unit: "panels"}}')).toBe(
      '14700.50 US dollars, 1 kilowatt hour, 1 square foot, 1 panels',
    );
    expect(spoken('{{date | date: "short"}} {{date | date: "full"}}')).toBe('August 3, 2026 Monday, August 3, 2026');
  });

  test.each([
    ['en-US', 'squares', '1 square', '24.5 squares'],
    ['en-US', 'square', '1 square', '24.5 squares'],
    ['es-US', 'cuadros', '1 cuadro', '24.5 cuadros'],
    ['de-DE', 'Squares', '1 Square', '24,5 Squares'],
    ['en-US', 'panels', '1 panels', '24.5 panels'],
  ])('in %s a unit that is written out (%s) is right for its quantity, shown and said', (locale, unit, one, many) => {
    const { text, spoken: said } = narrate(`{{one | unit: "${unit}"}}, {{squares | unit: "${unit}"}}`, locale);
    expect([text, said]).toEqual([`${one}, ${many}`, `${one}, ${many}`]);
  });

  test('shows and says all digits of a currency, and none that it has not', () => {
    expect(spoken('{{dinars}}, {{yen}}')).toBe('1250.375 Kuwaiti dinars, 12824 Japanese yen');
    expect(spoken('{{dinars}}, {{yen}}', 'de-DE')).toBe('1250,375 Kuwait-Dinar, 12824 Japanische Yen');
    expect(narrate('{{dinars}}, {{yen}}').text.replaceAll('\u00a0', ' ')).toBe('KWD 1,250.375, ¥12,824');
  });

  test.each([
    ['$500 off', '500 US dollars off'],
    ['US$1,200.50 or €3.', '1200.50 US dollars or 3 euros.'],
    ['a 7.2 kW (8kW) system, 400W each', 'a 7.2 kilowatts (8 kilowatts) system, 400 watts each'],
    ['25% of 14,700 homes', '25 percent of 14700 homes'],
    ['2,500 sq. ft, done', '2500 square feet, done'],
    ['Hi 😀 there', 'Hi  there'],
  ])('says what an author wrote by hand: %s', (text, expected) => {
    expect(spoken(text)).toBe(expected);
    expect(narrate(text).text).toBe(text);
  });

  test.each(['$1.5 million', '$500k', '123 W Main St', 'v1.2.3', '10,20,30', '$14.700', '$3.125', '555-0199', '50$US'])(
    'leaves %s to the voice, because it could be said wrong',
    (text) => {
      expect(spoken(text)).toBe(text);
    },
  );

  test('reads numbers by the locale, and leaves those of another one', () => {
    expect(spoken('14.700 € und 2.500 m²', 'de-DE', 'EUR')).toBe('14700 Euro und 2500 Quadratmeter');
    expect(spoken('$14,700', 'de-DE')).toBe('$14,700');
    expect(spoken('14 700,50 $', 'fr-CA', 'CAD')).toBe('14700,50 dollars canadiens');
    expect(spoken('$14,700', 'es-MX', 'MXN')).toBe('14700 pesos mexicanos');
  });

  test('gives a shown word the time of all that is said for it', () => {
    expect(timed('Only ({{price}}), Ana.')).toEqual([
      ['Only', 0, 1],
      ['($14,700),', 1, 4],
      ['Ana.', 4, 5],
    ]);
    expect(timed('😀 Hi 😀 there')).toEqual([
      ['😀', 0, 0],
      ['Hi', 0, 1],
      ['😀', 1, 1],
      ['there', 1, 2],
    ]);
    expect(timed('{{price}}!', 'fr-CA').map(([word]) => word)).toEqual(['14', '700', '$', 'US!']);
  });

  test('gives every group of a shown number its part of the time in which the number is spoken', () => {
    expect(timed('Prix 1 500,50 € par an', 'fr-FR')).toEqual([
      ['Prix', 0, 1],
      ['1', 1, 1.143],
      ['500,50', 1.143, 2],
      ['€', 2, 3],
      ['par', 3, 4],
      ['an', 4, 5],
    ]);
    expect(timed('10 000 kWh, 1 000 000 €', 'es-ES')).toEqual([
      ['10', 0, 0.4],
      ['000', 0.4, 1],
      ['kWh,', 1, 3],
      ['1', 3, 3.143],
      ['000', 3.143, 3.571],
      ['000', 3.571, 4],
      ['€', 4, 5],
    ]);
    expect(timed('{{price}} 😀', 'fr-CA')).toEqual([
      ['14', 0, 0.4],
      ['700', 0.4, 1],
      ['$', 1, 3],
      ['US', 3, 4],
      ['😀', 4, 4],
    ]);
  });

  test('times each word in a script without spaces, around a price too', () => {
    expect(timed('屋顶好，共{{price}}，谢谢。', 'zh-CN').map(([word]) => word)).toEqual([
      '屋顶',
      '好，',
      '共',
      'US',
      '$14,700，',
      '谢谢。',
    ]);
    expect(timed('屋根は{{first_name}}さんの「家」', 'ja').map(([word]) => word)).toEqual([
      '屋根',
      'は',
      'Ana',
      'さん',
      'の',
      '「家」',
    ]);
    expect(timed('หลังคาของคุณสวย', 'th')).toEqual([
      ['หลังคา', 0, 1],
      ['ของ', 1, 2],
      ['คุณ', 2, 3],
      ['สวย', 3, 4],
    ]);
  });

  test('that was stored with the words of an older version takes the times of the newer ones', () => {
    const timings = ['屋顶', '好。', 'Dana'].map((word, at) => ({ word, startTime: at, endTime: at + 1 }));
    const stored = [
      { shown: '屋顶好。', spoken: ['屋顶好。'] },
      { shown: 'Dana', spoken: ['Dana'] },
    ];
    expect(timeShownWords(stored, timings)).toEqual([
      { word: '屋顶好。', startTime: 0, endTime: 2 },
      { word: 'Dana', startTime: 2, endTime: 3 },
    ]);
  });

  test('refuses timings of another text', () => {
    const { words } = narrate('One two');
    expect(() => timeShownWords(words, [{ word: 'One', startTime: 0, endTime: 1 }])).toThrow(
      'of another text: 1 words',
    );
  });

  test('closes up around a value that is missing, and lists it', () => {
    expect(narrate('Hi {{nobody}}, it is {{price}}.')).toMatchObject({
      text: 'Hi, it is $14,700.',
      spoken: 'Hi, it is 14700 US dollars.',
      missing: ['nobody'],
    });
  });

  test('shows what a rendered template shows and times every shown word once, whatever the text', () => {
    const parts = [
      '{{price}}',
      '{{nobody}}',
      '{{date}}',
      '{{kilowatts | unit: "kW"}}',
      ' ',
      '  ',
      '\n',
      ',',
      '. ',
      '(',
      ')',
      '-',
    ];
    parts.push(
      '$5',
      '14,700',
      '7 kW',
      '😀',
      '👨‍👩‍👧',
      'word',
      'é',
      "'s",
      '%',
      '{{first_name | upper}}',
      '{{',
      '€',
      '{{ x }',
      ' ',
    );
    for (const locale of ['en-US', 'es-MX', 'de-DE', 'fr-CA', 'ar', 'ja']) {
      for (let seed = 0; seed < 60; seed += 1) {
        const text = Array.from(
          { length: 12 },
          (_, index) => parts[(seed * 7 + index * (seed + 3)) % parts.length],
        ).join('');
        const options = { locale, currency: 'USD', missing: 'blank' } as const;
        const shown = renderTemplate(parseTemplate(text), values, options);
        expect(narrate(text, locale)).toMatchObject(shown);
        const times = timed(text, locale);
        expect(times.map(([word]) => word)).toEqual(wordsOf(shown.text));
        let before = 0;
        for (const [, start, end] of times) {
          expect(start).toBe(before);
          expect(end).toBeGreaterThanOrEqual(start);
          before = end;
        }
      }
    }
  });
});

describe('the estimated reading time', () => {
  test('is one for each word, in order, longer for long words and after sentences', () => {
    const times = estimateReadingTimes('Hi there. Extraordinary, yes');
    expect(times.map(({ word }) => word)).toEqual(['Hi', 'there.', 'Extraordinary,', 'yes']);
    const lengths = times.map(({ startTime, endTime }) => endTime - startTime);
    expect(lengths[2]).toBeGreaterThan(lengths[0] ?? Infinity);
    expect((times[2]?.startTime ?? 0) - (times[1]?.endTime ?? 0)).toBeCloseTo(0.45);
    expect(estimateReadingTimes(' ')).toEqual([]);
  });

  test('reads about 160 words a minute', () => {
    const text = 'We measure the roof, then we give you one clear price for the work. '.repeat(12);
    const seconds = estimateReadingTimes(text).at(-1)?.endTime ?? 0;
    expect((168 / seconds) * 60).toBeGreaterThan(130);
    expect((168 / seconds) * 60).toBeLessThan(200);
  });
});
