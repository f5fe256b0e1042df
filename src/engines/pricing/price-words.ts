import { memoize } from '../template/memoize.ts';
import type { PricingTier } from './tier-price.ts';

/** Default names of tiers and labels of price lines, in one language. */
export interface PriceWords {
  readonly tiers: Readonly<Record<PricingTier, string>>;
  readonly fixed: string;
  readonly base: string;
  readonly roof: string;
  readonly solar: string;
  readonly waste: string;
  readonly extra: string;
  readonly minimum: string;
  readonly rounding: string;
  /** Label when rounding stops at the minimum price. */
  readonly roundingToMinimum: string;
  readonly tax: string;
  /** @param percent decimal text */
  readonly percent: (percent: string) => string;
}

const english: PriceWords = {
  tiers: { good: 'Good', better: 'Better', best: 'Best' },
  fixed: 'Fixed price',
  base: 'Base price',
  roof: 'Roof area',
  solar: 'Solar system',
  waste: 'Waste',
  extra: 'Extra',
  minimum: 'Up to the minimum price',
  rounding: 'Rounding',
  roundingToMinimum: 'Rounding, not below the minimum price',
  tax: 'Sales tax',
  percent: (percent) => `${percent}%`,
};

const spanish: PriceWords = {
  tiers: { good: 'Bueno', better: 'Mejor', best: 'Óptimo' },
  fixed: 'Precio fijo',
  base: 'Precio base',
  roof: 'Superficie del techo',
  solar: 'Sistema solar',
  waste: 'Desperdicio del',
  extra: 'Extra',
  minimum: 'Hasta el precio mínimo',
  rounding: 'Redondeo',
  roundingToMinimum: 'Redondeo, no por debajo del precio mínimo',
  tax: 'Impuesto sobre las ventas',
  percent: (percent) => `${percent} %`,
};

const german: PriceWords = {
  tiers: { good: 'Gut', better: 'Besser', best: 'Am besten' },
  fixed: 'Festpreis',
  base: 'Grundpreis',
  roof: 'Dachfläche',
  solar: 'Solaranlage',
  waste: 'Verschnitt',
  extra: 'Extra',
  minimum: 'Bis zum Mindestpreis',
  rounding: 'Rundung',
  roundingToMinimum: 'Rundung, nicht unter den Mindestpreis',
  tax: 'Umsatzsteuer',
  percent: (percent) => `${percent} %`,
};

const wordsByLanguage: ReadonlyMap<string, PriceWords> = new Map([
  ['es', spanish],
  ['de', german],
]);

/** The words for a locale; English for languages without words. */
export const priceWords = memoize((locale: string): PriceWords => {
  const words = wordsByLanguage.get(new Intl.Locale(locale).language);
  if (words === undefined) return english;
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 });
  return { ...words, percent: (percent) => words.percent(format(percent as Intl.StringNumericLiteral)) };
});
