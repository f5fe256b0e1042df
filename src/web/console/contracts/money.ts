import { amountText } from '../../words/amounts.ts';

/** An amount of a contract in its language. */
export const moneyText = (amount: string, currency: string, language: string | null): string =>
  amountText(amount, currency, language ?? 'en');
