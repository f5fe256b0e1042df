/** Name of one and name of several. */
type UnitNames = Readonly<Record<string, readonly [one: string, several: string]>>;

/** Units that `Intl` has names for, in every language. */
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

/** The units of roofs and solar systems, which `Intl` does not know, by language. */
const tradeUnits: Readonly<Record<string, UnitNames>> = {
  en: {
    w: ['watt', 'watts'],
    kw: ['kilowatt', 'kilowatts'],
    kwh: ['kilowatt hour', 'kilowatt hours'],
    sqft: ['square foot', 'square feet'],
    'm²': ['square meter', 'square meters'],
    squares: ['square', 'squares'],
    '/w': ['per watt', 'per watt'],
    '/mo': ['per month', 'per month'],
    '/yr': ['per year', 'per year'],
  },
  es: {
    w: ['vatio', 'vatios'],
    kw: ['kilovatio', 'kilovatios'],
    kwh: ['kilovatio hora', 'kilovatios hora'],
    sqft: ['pie cuadrado', 'pies cuadrados'],
    'm²': ['metro cuadrado', 'metros cuadrados'],
    squares: ['cuadro', 'cuadros'],
    '/w': ['por vatio', 'por vatio'],
    '/mo': ['al mes', 'al mes'],
    '/yr': ['al año', 'al año'],
  },
  de: {
    w: ['Watt', 'Watt'],
    kw: ['Kilowatt', 'Kilowatt'],
    kwh: ['Kilowattstunde', 'Kilowattstunden'],
    sqft: ['Quadratfuß', 'Quadratfuß'],
    'm²': ['Quadratmeter', 'Quadratmeter'],
    squares: ['Square', 'Squares'],
    '/w': ['pro Watt', 'pro Watt'],
    '/mo': ['pro Monat', 'pro Monat'],
    '/yr': ['pro Jahr', 'pro Jahr'],
  },
};

/** Other spellings, after dots and spaces are taken out. */
const spellings: Readonly<Record<string, string>> = {
  'ft²': 'sqft',
  m2: 'm²',
  sq: 'squares',
  square: 'squares',
  '/month': '/mo',
  '/year': '/yr',
};

/** Names units in the words of a language, right for the quantity; a unit that has no name there stays as written. */
export function unitNamer(locale: string): (unit: string, quantity: number) => string {
  const plural = new Intl.PluralRules(locale);
  const names = tradeUnits[new Intl.Locale(locale).language] ?? {};
  return (unit, quantity) => {
    const letters = unit.toLowerCase().replaceAll(/[.\s]/g, '');
    const name = spellings[letters] ?? letters;
    if (Object.hasOwn(names, name)) return names[name]?.[plural.select(quantity) === 'one' ? 0 : 1] ?? unit;
    return Object.hasOwn(intlUnits, name) ? intlName(locale, intlUnits[name] ?? name, quantity) : unit;
  };
}

function intlName(locale: string, unit: string, quantity: number): string {
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(quantity);
  return parts
    .filter(({ type }) => type === 'unit' || type === 'percentSign')
    .map(({ value }) => value.trim())
    .join(' ');
}
