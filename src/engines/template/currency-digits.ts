import { memoize } from './memoize.ts';

/** Decimal digits of a currency (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD. */
export const currencyDigits = memoize(
  (currency: string): number =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);
