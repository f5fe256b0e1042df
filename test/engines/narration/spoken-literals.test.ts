import { describe, expect, test } from '@jest/globals';
import { placeholderValues } from '../../../src/engines/template/placeholder-values.ts';
import { parseTemplate } from '../../../src/engines/template/placeholders.ts';
import { type RenderedNarration, renderNarration } from '../../../src/engines/narration/spoken.ts';
import { timed } from '../../helpers/thread-time.ts';

const values = placeholderValues({
  homeowner: {
    firstName: 'Dana',
    lastName: 'Whitaker',
    address: '1200 W 5th St',
    zip: '01525-0042',
    phone: '+15125550123',
  },
  priceInputs: { roofSquares: 24.5, systemSizeKw: 7.2 },
  deck: {
    name: 'Roof',
    variables: {
      founded: 1998,
      count: 14700,
      monthly: 149.5,
      line: '+1 970-555-0142',
      system: '7.2 kW for $149/mo, 10-15 %, 14,700',
      street: '80 W',
    },
  },
  tiers: [{ tier: 'good', name: 'Good', total: '149.00', currency: 'USD' }],
  selectedTier: 'good',
  date: { day: '2026-08-03' },
});

function narrate(text: string, locale = 'en-US', currency = 'USD'): RenderedNarration {
  return renderNarration(parseTemplate(text), values, { locale, voiceLocale: locale, currency, missing: 'blank' });
}

const english = {
  addresses: [
    ['Meet at 1200 W 5th St', 'Meet at 1200 W 5th St'],
    ['1200 W. 5th St.', '1200 W. 5th St.'],
    ['123 W Main', '123 W Main'],
    ['80 W elm grove street, today', '80 W elm grove street, today'],
    ['5 W 42nd', '5 W 42nd'],
    ['400 N 300 W', '400 N 300 W'],
    ['400 W', '400 watts'],
  ],
  'phone numbers': [
    ['Call +15125550123.', 'Call +1, 5 1 2, 5 5 5, 0 1 2 3.'],
    ['+1 (970) 555-0142', '+1, 9 7 0, 5 5 5, 0 1 4 2'],
    ['+49 30 1234567', '+49, 3 0, 1 2 3 4 5 6 7'],
    ['+99912345678', '+99912345678'],
    ['(512) 555-0123 or 512-555-0123', '5 1 2, 5 5 5, 0 1 2 3 or 5 1 2, 5 5 5, 0 1 2 3'],
    ['1-800-555-0123', '1, 8 0 0, 5 5 5, 0 1 2 3'],
    ['555-0199 and 555–1234', '555-0199 and 555–1234'],
  ],
  'postal codes': [
    ['Austin, TX 78701', 'Austin, TX 7 8 7 0 1'],
    ['Austin TX 78701-1234.', 'Austin TX 7 8 7 0 1, 1 2 3 4.'],
    ['zip code 01525', 'zip code 0 1 5 2 5'],
    ['USD 15000 for 15000 homes', 'USD 15000 for 15000 homes'],
  ],
  years: [
    ['Since 1998, not 2,000', 'Since 1998, not 2000'],
    ['from 1998–2005', 'from 1998 to 2005'],
    ['the 1990s', 'the 1990s'],
  ],
  'prices and rates': [
    ['$149/mo', '149 US dollars per month'],
    ['$149.99/mo. for 25 years', '149.99 US dollars per month for 25 years'],
    ['$149/mo.', '149 US dollars per month.'],
    ['only $1,788 / yr!', 'only 1788 US dollars per year!'],
    ['$149/month, $20/panel', '149 US dollars per month, 20 US dollars per panel'],
    [
      '$4.50/sq ft, $3/W, $450/sq. ft',
      '4.50 US dollars per square foot, 3 US dollars per watt, 450 US dollars per square foot',
    ],
    ['€0.30/kWh', '0.30 euros per kilowatt hour'],
    ['$149-$199/mo', '149 to 199 US dollars per month'],
    ['$10,000–15,000', '10000 to 15000 US dollars'],
    ['$1.5 million/yr', '$1.5 million/yr'],
    ['150/mo', '150 per month'],
    ['see example.com/mo', 'see example.com/mo'],
  ],
  measures: [
    ['7.2 kW', '7.2 kilowatts'],
    ['30 kWh/day, 900kWh/mo', '30 kilowatt hours per day, 900 kilowatt hours per month'],
    ['1 kWh', '1 kilowatt hour'],
    ['400 W panels use 400W. The', '400 watts panels use 400 watts. The'],
    ['2,450 sq ft', '2450 square feet'],
    ['20% of 100 %', '20 percent of 100 percent'],
  ],
  'dates and ordinals': [
    ['by 8/3/2026', 'by August 3, 2026'],
    ['on 2026-08-03.', 'on August 3, 2026.'],
    ['August 3, 2026', 'August 3, 2026'],
    ['13/13/2026', '13/13/2026'],
    ['2/30/2026', '2/30/2026'],
    ['the 5th of May, 1st, 2nd, 3rd', 'the 5th of May, 1st, 2nd, 3rd'],
  ],
  ranges: [
    ['10–15 years', '10 to 15 years'],
    ['10 – 15 years', '10 to 15 years'],
    ['10-15 years', '10 to 15 years'],
    ['5-10%', '5 to 10 percent'],
    ['1,500–2,000 sq ft', '1500 to 2000 square feet'],
    ['800–1200 sq ft', '800 to 1200 square feet'],
    ['7-10 kW', '7 to 10 kilowatts'],
    ['model 10-15', 'model 10-15'],
    ['15-10 years', '15-10 years'],
    ['1-2-3 go', '1-2-3 go'],
    ['A10-15 years', 'A10-15 years'],
  ],
  'numbers that spaces or apostrophes group': [
    ['5 000 € or 10 050 €, $5 000', '5000 euros or 10050 euros, 5000 US dollars'],
    ['10 000 kWh, 250 000 sq ft', '10000 kilowatt hours, 250000 square feet'],
    ['2\u00a0500 €, 10\u202f500 kWh, 1\u2009250\u2009000 €', '2500 euros, 10500 kilowatt hours, 1250000 euros'],
    ["5'000 € for 12’500 homes", '5000 euros for 12500 homes'],
    ['USD 5 000 or 5 000 EUR or 5 000 euros', 'USD 5000 or 5000 EUR or 5000 euros'],
    ['5 000–6 000 €, 5 000-6 000 kWh', '5000 to 6000 euros, 5000 to 6000 kilowatt hours'],
  ],
  'digits behind a space that may be another number': [
    ['Room 2 500 €, $5 500', 'Room 2 500 €, $5 500'],
    ['1 250 000 €, 24 400 W panels', '1 250 000 €, 24 400 W panels'],
    ['room 5 000, suite 12\u00a0050', 'room 5 000, suite 12\u00a0050'],
    ['1 800 055 010, ABN 51 004 753 556', '1 800 055 010, ABN 51 004 753 556'],
    ['in 2024 500 €, at 1998 400 W', 'in 2024 500 euros, at 1998 400 watts'],
    ['0 500 €, 0.500 kWh', '0 500 €, 0.5 kilowatt hours'],
    ['Year 2030 000 €, 555 0123 €, 007 kWh', 'Year 2030 000 €, 555 0123 €, 007 kWh'],
    ['0 €, $0.50, 0 kWh', '0 euros, 0.50 US dollars, 0 kilowatt hours'],
  ],
  'ranges of which one end may be two numbers': [
    ['$10 000–15 500', '$10 000–15 500'],
    ['$10 000–$15 500/mo', '$10 000–$15 500/mo'],
    ['5 000–10 500 €', '5 000–10 500 €'],
    ['10 500–12 000 kWh', '10 500–12 000 kWh'],
    ['10 500 € – 12 000 €', '10 500 € – 12 000 €'],
    ['1 250–15 500 sq ft', '1 250–15 500 sq ft'],
    ['$10 000–15 000, 500–12 000 kWh', '10000 to 15000 US dollars, 500 to 12000 kilowatt hours'],
  ],
  'words with a slash': [
    ['24/7', '24 7'],
    ['solar and/or roof', 'solar and or roof'],
    ['his/her, 1/2', 'his/her, 1/2'],
  ],
} satisfies Record<string, [string, string][]>;

const spanish: [string, string][] = [
  ['$149/mes', '149 dólares estadounidenses al mes'],
  ['$1,788/año o $149 / mo', '1788 dólares estadounidenses al año o 149 dólares estadounidenses al mes'],
  ['$4.50/m²', '4.50 dólares estadounidenses por metro cuadrado'],
  ['30 kWh/día', '30 kilovatios hora al día'],
  ['10–15 años', '10 a 15 años'],
  ['20 %', '20 por ciento'],
  ['el 3/8/2026', 'el 3 de agosto de 2026'],
  ['24/7 y/o después', '24 7 y o después'],
  ['+525512345678', '+52, 5 5, 1 2 3 4, 5 6 7 8'],
  ['desde 1998', 'desde 1998'],
  ['5 000 € y 10 000 kWh', '5000 euros y 10000 kilovatios hora'],
  ['10\u00a0500.50 €, opción 2 500 €', '10500.50 euros, opción 2 500 €'],
];

const german: [string, string][] = [
  ['149 €/Monat', '149 Euro pro Monat'],
  ['1.788,50 €/Jahr', '1788,50 Euro pro Jahr'],
  ['0,30 €/kWh', '0,30 Euro pro Kilowattstunde'],
  ['30 kWh/Tag', '30 Kilowattstunden pro Tag'],
  ['10–15 Jahre', '10 bis 15 Jahre'],
  ['7,2 kW', '7,2 Kilowatt'],
  ['2.450 m²', '2450 Quadratmeter'],
  ['am 03.08.2026', 'am 3. August 2026'],
  ['24/7 und/oder später', '24 7 und oder später'],
  ['seit 1998', 'seit 1998'],
  ['5 000,50 € für 12 000 m²', '5000,50 Euro für 12000 Quadratmeter'],
  ['0.500 kWh, Zimmer 2 500 €', '0.500 kWh, Zimmer 2 500 €'],
  ['+49301234567', '+49, 3 0, 1 2 3 4 5 6 7'],
];

describe.each(Object.entries(english))('in English, %s are said right:', (_, cases) => {
  test.each<[string, string]>(cases)('%s', (text, spoken) => {
    expect(narrate(text)).toMatchObject({ text, spoken });
  });
});

test.each(spanish)('in Spanish, "%s" is said "%s"', (text, spoken) => {
  expect(narrate(text, 'es-MX')).toMatchObject({ text, spoken });
});

test.each(german)('in German, "%s" is said "%s"', (text, spoken) => {
  expect(narrate(text, 'de-DE', 'EUR')).toMatchObject({ text, spoken });
});

test.each<[string, string, string]>([
  ['12 500,50 €, 2\u202f500 m²', 'fr-FR', '12500,50 euros, 2500 m²'],
  ['Option 2 500 €, lot 3 250 €, Option 2 500–3 000 €', 'fr-FR', 'Option 2 500 €, lot 3 250 €, Option 2 500–3 000 €'],
  ['Option 2\u202f500 €, option 2500 €', 'fr-FR', 'Option 2500 euros, option 2500 euros'],
  ['Prix 2 500 €, 2 500–3 000 €, 10 500–12 000 kWh', 'fr-FR', 'Prix 2500 euros, 2500 à 3000 euros, 10500 à 12000 kWh'],
  ["5'000 €, 12 500 clients", 'fr-FR', '5000 euros, 12500 clients'],
  // A telephone number goes on behind its spaces.
  ['0800 123 456, 0 800 123 456, 418 555 0123', 'fr-FR', '0800 123 456, 0 800 123 456, 418 555 0123'],
  ["5'000 € für 12’500 kWh", 'de-CH', '5000 Euro für 12500 Kilowattstunden'],
])('"%s" in %s is said "%s"', (text, locale, spoken) => {
  expect(narrate(text, locale, 'EUR')).toMatchObject({ text, spoken });
});

test('a rate in a language without words for it is left to the voice', () => {
  expect(narrate('12 %, 7 kW/mo', 'nl-NL').spoken).toBe('12 procent, 7 kW/mo');
});

describe('a value', () => {
  test.each([
    ['{{address}}', '1200 W 5th St', '1200 W 5th St'],
    ['{{system}}', '7.2 kW for $149/mo, 10-15 %, 14,700', '7.2 kW for $149/mo, 10-15 %, 14,700'],
    ['{{street}} Main St', '80 W Main St', '80 W Main St'],
    ['{{phone}}', '+15125550123', '+1, 5 1 2, 5 5 5, 0 1 2 3'],
    ['{{line}}.', '+1 970-555-0142.', '+1, 9 7 0, 5 5 5, 0 1 4 2.'],
    ['{{zip}}', '01525-0042', '0 1 5 2 5, 0 0 4 2'],
    ['since {{founded}}', 'since 1998', 'since 1998'],
    ['{{founded}} 000 €', '1998 000 €', '1998 000 €'],
    ['{{nothing | default: 1998}}', '1998', '1998'],
    ['{{count}} {{count | number}}', '14700 14,700', '14700 14700'],
    ['{{count | unit: "kWh"}}', '14,700 kWh', '14700 kilowatt hours'],
    ['{{count | round}} {{monthly | currency}}', '14,700 $149.50', '14700 149.50 US dollars'],
    ['{{system_size_watts}} homes', '7,200 homes', '7200 homes'],
  ])('%s is shown "%s" and said "%s"', (text, shown, spoken) => {
    expect(narrate(text)).toMatchObject({ text: shown, spoken });
  });

  test.each([
    ['{{good.price}}/mo', '$149/mo', '149 US dollars per month'],
    ['a {{system_size_kw}} kW system', 'a 7.2 kW system', 'a 7.2 kilowatts system'],
    ['{{count}} kWh/yr.', '14700 kWh/yr.', '14700 kilowatt hours per year.'],
    ['{{system_size_watts}} W 5th St', '7,200 W 5th St', '7200 W 5th St'],
    ['{{good.price}} millions', '$149 millions', '149 US dollars millions'],
  ])('that is a number takes the unit behind it: %s', (text, shown, spoken) => {
    expect(narrate(text)).toMatchObject({ text: shown, spoken });
  });

  test('is not grouped in the numbers of any locale', () => {
    expect(narrate('{{founded}} {{monthly}}', 'de-DE').text).toBe('1998 149,5');
  });
});

test('reading a hostile script takes time in proportion to its length', () => {
  const pieces = ['1-', '+1 (', '$1/', '80 W a a a a ', '1–', 'Aa. TX ', '1,111', '&a', '24/7/', 'zip 1', '1 W ', '9'];
  pieces.push('1 000 ', '100 ', "1'000", '000 ', '1 000–', 'EUR 1 000 ', '1\u202f000\u202f');
  for (const piece of pieces) {
    const text = piece.repeat(20_000 / piece.length);
    const { tookMs } = timed(() => narrate(text));
    expect({ piece, quick: tookMs < 1_500 }).toEqual({ piece, quick: true });
  }
});
