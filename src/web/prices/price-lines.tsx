/** @jsxImportSource preact */
import type { PriceLine } from '../story/answers.ts';
import { centsText, numberText, rateText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import type { TierPriceProps } from './tier-price.tsx';

/** How a price is made, on demand: its lines, which add up to the total. */
export function PriceLines({ tier, language, words }: TierPriceProps) {
  return (
    <details class="made">
      <summary aria-label={`${words.howMade} ${tier.name}`}>
        {/* Words of the page stand among those of the slide, which may be written the other way. */}
        <span {...written(words.tag)}>{words.howMade}</span>
      </summary>
      <PriceTable tier={tier} language={language} words={words} />
    </details>
  );
}

export function PriceTable({ tier: { total, currency, lines }, language, words }: TierPriceProps) {
  const money = (amount: string): string => centsText(amount, currency, language);
  return (
    <>
      <table>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">
                {line.label}
                <Detail line={line} currency={currency} language={language} words={words} />
              </th>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span {...written(words.tag)}>{words.total}</span>
            </th>
            <td>{money(total)}</td>
          </tr>
        </tfoot>
      </table>
      {lines.some(({ unit }) => unit === 'square') && (
        <p class="hint" {...written(words.tag)}>
          {words.squareHint}
        </p>
      )}
    </>
  );
}

interface DetailProps extends Pick<TierPriceProps, 'language' | 'words'> {
  readonly line: PriceLine;
  readonly currency: string;
}

/** What a line is a part of. */
function Detail({ line, currency, language, words }: DetailProps) {
  const { addOn, percentOf } = line;
  if (percentOf !== null) {
    return (
      <span class="hint" {...written(words.tag)}>
        {words.percentOf(centsText(percentOf, currency, language))}
      </span>
    );
  }
  return (
    <>
      {addOn !== null && (
        <span class="hint" {...written(words.tag)}>
          {words.addOn}
        </span>
      )}
      <Factors line={line} currency={currency} language={language} words={words} />
    </>
  );
}

interface FactorsProps extends Omit<DetailProps, 'line'> {
  readonly line: Pick<PriceLine, 'quantity' | 'unit' | 'rate'>;
}

/** What is multiplied. */
export function Factors({ line: { quantity, unit, rate }, currency, language, words }: FactorsProps) {
  if (quantity === null || unit === null || rate === null) return null;
  const count = words.units[unit as keyof Words['units']](numberText(quantity, language), quantity === '1');
  return (
    <span class="hint" {...written(words.tag)}>
      {count} × {rateText(rate, currency, language)}
    </span>
  );
}
