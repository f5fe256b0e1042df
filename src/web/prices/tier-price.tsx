/** @jsxImportSource preact */
import type { Tier } from '../story/answers.ts';
import { amountText, inOnePiece } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { Label } from './features.tsx';

export interface TierPriceProps {
  readonly tier: Tier;
  /** BCP 47 tag of the amounts. */
  readonly language: string;
  readonly words: Words;
}

/** What a tier costs, and what of it is tax or due on signing. */
export function TierPrice({ tier, language, words }: TierPriceProps) {
  const { total, totalText, deposit, depositText, tax, currency } = tier;
  const money = (amount: string, text: string | null = null): string =>
    text === null ? amountText(amount, currency, language) : inOnePiece(text);
  return (
    <>
      <p class="price">{money(total, totalText)}</p>
      {tax !== null && <Label text={words.taxIncluded(money(tax))} words={words} />}
      {deposit !== null && <Label text={`${words.deposit}: ${money(deposit, depositText)}`} words={words} />}
    </>
  );
}
