/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { AddOn, Offer } from '../story/answers.ts';
import { amountText, inOnePiece } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { Factors } from './price-lines.tsx';

interface AddOnsProps {
  readonly offer: Offer;
  /** The keys that wait for a network; null for none. */
  readonly waiting: readonly string[] | null;
  /** BCP 47 tag of the amounts. */
  readonly language: string;
  readonly words: Words;
  /** Stores the keys of all that are selected. */
  readonly onSelect: (keys: readonly string[]) => Promise<void>;
}

/** What may be added to an offer. Each tick is stored, one after the other, and shown at once. */
export function AddOns({ offer, waiting, language, words, onSelect }: AddOnsProps) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const last = useRef(Promise.resolve());
  const { addOns, tiers, selectedTier, suggestedTier, isAgreed } = offer;
  const [first] = tiers;
  if (addOns.length === 0 || first === undefined) return null;
  const selected = wanted ?? waiting ?? addOns.flatMap(({ key, isSelected }) => (isSelected ? [key] : []));
  const toggle = (key: string): void => {
    const next = selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key];
    setWanted(next);
    const mine = last.current.then(() => onSelect(next));
    last.current = mine;
    void mine.then(() => {
      if (last.current === mine) setWanted(null);
    });
  };
  // Ticks change the prices of all tiers: the first one is shown before any is chosen.
  const shown = tiers.find(({ tier }) => tier === (selectedTier ?? suggestedTier)) ?? first;
  const isAdded = addOns.some(({ isSelected, tiers: of }) => isSelected && of.includes(shown.tier));
  return (
    <fieldset class="add-ons" disabled={isAgreed}>
      <legend>
        <span {...written(words.tag)}>{words.addOns}</span>
      </legend>
      {addOns.map((addOn) => (
        <AddOnTick
          key={addOn.key}
          addOn={addOn}
          offer={offer}
          currency={first.currency}
          isTicked={selected.includes(addOn.key)}
          language={language}
          words={words}
          onToggle={() => toggle(addOn.key)}
        />
      ))}
      <p role="status" class="sum" {...written(words.tag)}>
        {waiting !== null && words.pricedLater}
        {waiting === null && isAdded && words.withAddOns(shown.name, amountText(shown.total, shown.currency, language))}
      </p>
    </fieldset>
  );
}

interface AddOnTextProps extends Pick<AddOnsProps, 'offer' | 'language' | 'words'> {
  readonly addOn: AddOn;
  readonly currency: string;
}

interface AddOnTickProps extends AddOnTextProps {
  readonly isTicked: boolean;
  readonly onToggle: () => void;
}

function AddOnTick({ isTicked, onToggle, ...text }: AddOnTickProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isTicked} onChange={onToggle} />
      <AddOnText {...text} />
    </label>
  );
}

/** What an add-on is, for which tiers, and its price. */
export function AddOnText({ addOn, offer, currency, language, words }: AddOnTextProps) {
  const { label, description, amount, amountText: text, tiers } = addOn;
  const names = offer.tiers.filter(({ tier }) => tiers.includes(tier)).map(({ name }) => name);
  return (
    <>
      <span class="what">
        {label}
        {description !== null && description !== '' && <span class="hint">{description}</span>}
        <Factors line={addOn} currency={currency} language={language} words={words} />
        {names.length < offer.tiers.length && (
          <span class="hint" {...written(words.tag)}>
            {words.onlyFor(names, words.tag)}
          </span>
        )}
      </span>
      <span class="amount">+ {text === null ? amountText(amount, currency, language) : inOnePiece(text)}</span>
    </>
  );
}
