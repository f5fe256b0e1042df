/** @jsxImportSource preact */
import type { Tier } from '../story/answers.ts';
import { amountText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';

interface TierPriceProps {
  readonly tier: Tier;
  /** BCP 47 tag of the amounts. */
  readonly language: string;
  readonly words: Words;
}

/** What a tier costs, and what of it is tax or due on signing. */
export function TierPrice({ tier, language, words }: TierPriceProps) {
  const { total, totalText, deposit, depositText, tax, currency } = tier;
  const money = (amount: string): string => amountText(amount, currency, language);
  return (
    <>
      <p class="price">{totalText ?? money(total)}</p>
      {tax !== null && <p class="hint">{words.taxIncluded(money(tax))}</p>}
      {deposit !== null && (
        <p class="hint">
          {words.deposit}: {depositText ?? money(deposit)}
        </p>
      )}
    </>
  );
}
