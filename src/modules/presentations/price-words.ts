import type { TierKey } from './pricing.ts';

/** What a price is explained with, in one language. */
export interface PriceWords {
  readonly tiers: Readonly<Record<TierKey, string>>;
  readonly fixed: string;
  readonly base: string;
  readonly roof: string;
  readonly solar: string;
  /** @param percent as the reader writes it */
  readonly waste: (percent: string) => string;
  readonly extra: string;
  readonly minimum: string;
  readonly rounding: string;
}

const english: PriceWords = {
  tiers: { good: 'Good', better: 'Better', best: 'Best' },
  fixed: 'Fixed price',
  base: 'Base price',
  roof: 'Roof area',
  solar: 'Solar system',
  waste: (percent) => `Waste ${percent}%`,
  extra: 'Extra',
  minimum: 'Up to the minimum price',
  rounding: 'Rounding',
};

const spanish: PriceWords = {
  tiers: { good: 'Bueno', better: 'Mejor', best: 'Óptimo' },
  fixed: 'Precio fijo',
  base: 'Precio base',
  roof: 'Superficie del techo',
  solar: 'Sistema solar',
  waste: (percent) => `Desperdicio del ${percent} %`,
  extra: 'Extra',
  minimum: 'Hasta el precio mínimo',
  rounding: 'Redondeo',
};

const german: PriceWords = {
  tiers: { good: 'Gut', better: 'Besser', best: 'Am besten' },
  fixed: 'Festpreis',
  base: 'Grundpreis',
  roof: 'Dachfläche',
  solar: 'Solaranlage',
  waste: (percent) => `Verschnitt ${percent} %`,
  extra: 'Extra',
  minimum: 'Bis zum Mindestpreis',
  rounding: 'Rundung',
};

const wordsByLanguage: ReadonlyMap<string, PriceWords> = new Map([
  ['es', spanish],
  ['de', german],
]);

/** The words of a reader's language, English where there are none. */
export function priceWords(locale: string): PriceWords {
  const words = wordsByLanguage.get(new Intl.Locale(locale).language);
  if (words === undefined) return english;
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 });
  return { ...words, waste: (percent) => words.waste(format(Number(percent))) };
}
