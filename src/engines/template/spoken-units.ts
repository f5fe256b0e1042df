import { memoize } from './memoize.ts';

/** Singular and plural names of units. */
type UnitNames = Readonly<Record<string, readonly [one: string, several: string]>>;

/** Units that `Intl` names in every language. */
const intlUnits: Readonly<Record<string, string>> = {
  '%': 'percent',
  ft: 'foot',
  in: 'inch',
  yd: 'yard',
  mi: 'mile',
  lb: 'pound',
  lbs: 'pound',
  gal: 'gallon',
  cm: 'centimeter',
  m: 'meter',
  km: 'kilometer',
  kg: 'kilogram',
  '°f': 'fahrenheit',
  '°c': 'celsius',
};

/** Units of roofing and solar, which `Intl` lacks, by language. */
const tradeUnits: Readonly<Record<string, UnitNames>> = {
  en: {
    w: ['watt', 'watts'],
    kw: ['kilowatt', 'kilowatts'],
    kwh: ['kilowatt hour', 'kilowatt hours'],
    sqft: ['square foot', 'square feet'],
    'm²': ['square meter', 'square meters'],
    squares: ['square', 'squares'],
  },
  es: {
    w: ['vatio', 'vatios'],
    kw: ['kilovatio', 'kilovatios'],
    kwh: ['kilovatio hora', 'kilovatios hora'],
    sqft: ['pie cuadrado', 'pies cuadrados'],
    'm²': ['metro cuadrado', 'metros cuadrados'],
    squares: ['cuadro', 'cuadros'],
  },
  de: {
    w: ['Watt', 'Watt'],
    kw: ['Kilowatt', 'Kilowatt'],
    kwh: ['Kilowattstunde', 'Kilowattstunden'],
    sqft: ['Quadratfuß', 'Quadratfuß'],
    'm²': ['Quadratmeter', 'Quadratmeter'],
    squares: ['Square', 'Squares'],
  },
};

/** Spoken forms of rates such as `/mo`, by language; `per` precedes any other unit. */
const rates: Readonly<Record<string, Readonly<Record<'per' | 'hr' | 'day' | 'wk' | 'mo' | 'yr', string>>>> = {
  en: { per: 'per', hr: 'per hour', day: 'per day', wk: 'per week', mo: 'per month', yr: 'per year' },
  es: { per: 'por', hr: 'por hora', day: 'al día', wk: 'a la semana', mo: 'al mes', yr: 'al año' },
  de: { per: 'pro', hr: 'pro Stunde', day: 'pro Tag', wk: 'pro Woche', mo: 'pro Monat', yr: 'pro Jahr' },
};

/** Other spellings, without dots and spaces. */
const spellings: Readonly<Record<string, string>> = {
  'ft²': 'sqft',
  m2: 'm²',
  sq: 'squares',
  square: 'squares',
  h: 'hr',
  hour: 'hr',
  hora: 'hr',
  stunde: 'hr',
  std: 'hr',
  día: 'day',
  tag: 'day',
  week: 'wk',
  semana: 'wk',
  woche: 'wk',
  month: 'mo',
  mes: 'mo',
  monat: 'mo',
  year: 'yr',
  año: 'yr',
  jahr: 'yr',
};

/**
 * Spells out units in a language, in singular or plural: "kWh" is "kilowatt hours", "/mo" is "per month", "kWh/day"
 * both. An unknown unit stays as written.
 */
export function unitNamer(locale: string): (unit: string, quantity: number) => string {
  const { language } = new Intl.Locale(locale);
  const names = tradeUnits[language] ?? {};
  const rate = rates[language];
  const count = unitCounter(locale);
  const nameOf = (unit: string, quantity: number): string => {
    const name = normalised(unit);
    if (Object.hasOwn(names, name)) return names[name]?.[formOf(language, quantity)] ?? unit;
    return Object.hasOwn(intlUnits, name) ? intlName(locale, intlUnits[name] ?? name, quantity) : count(unit, quantity);
  };
  return (unit, quantity) => {
    const [counted = '', ...dividers] = unit.split('/').map((part) => part.trim());
    if (dividers.length > 0 && rate === undefined) return unit;
    const perUnit = dividers.map((divider) => {
      const name = normalised(divider);
      return rate !== undefined && isRate(rate, name) ? rate[name] : `${rate?.per} ${nameOf(divider, 1)}`;
    });
    return [...(counted === '' ? [] : [nameOf(counted, quantity)]), ...perUnit].join(' ');
  };
}

/** Puts a spelled-out unit, such as "squares", into singular or plural. */
export function unitCounter(locale: string): (unit: string, quantity: number) => string {
  const { language } = new Intl.Locale(locale);
  const names = Object.values(tradeUnits[language] ?? {});
  return (unit, quantity) => names.find((name) => name.includes(unit))?.[formOf(language, quantity)] ?? unit;
}

/** Cached: plural rules are expensive to create. */
const plurals = new Map(Object.keys(tradeUnits).map((language) => [language, new Intl.PluralRules(language)]));

/** Index of the name for a quantity: singular or plural. */
function formOf(language: string, quantity: number): 0 | 1 {
  return plurals.get(language)?.select(quantity) === 'one' ? 0 : 1;
}

function normalised(unit: string): string {
  const letters = unit.toLowerCase().replaceAll(/[.\s]/g, '');
  return Object.hasOwn(spellings, letters) ? (spellings[letters] ?? letters) : letters;
}

function isRate<Rates extends object>(of: Rates, name: PropertyKey): name is keyof Rates {
  return Object.hasOwn(of, name) && name !== 'per';
}

const unitFormat = memoize(
  ({ locale, unit }: { readonly locale: string; readonly unit: string }) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);

function intlName(locale: string, unit: string, quantity: number): string {
  return unitFormat({ locale, unit })
    .formatToParts(quantity)
    .filter(({ type }) => type === 'unit' || type === 'percentSign')
    .map(({ value }) => value.trim())
    .join(' ');
}
