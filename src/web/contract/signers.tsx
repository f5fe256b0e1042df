/** @jsxImportSource preact */
import type { Contract, ContractDocument, Drawing, Signer } from '../story/answers.ts';
import { timeText, untilText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';

/** The name by which a document knows who signs it. */
export function nameOf({ homeowner, coSigner = '' }: ContractDocument, signer: Signer): string {
  return signer === 'co_signer' ? coSigner : [homeowner['firstName'], homeowner['lastName']].filter(Boolean).join(' ');
}

interface ContractProps {
  readonly contract: Contract;
  readonly words: Words;
}

/** Who has signed, and who has not yet. */
export function Signatures({ contract: { signatures, missingSigners, document }, words }: ContractProps) {
  const { language, timeZone } = document;
  if (signatures.length === 0) return null;
  return (
    <>
      <div class="done">
        {signatures.map(({ signer, name, signedAt }) => (
          <p key={signer}>{words.signed(name ?? '', timeText(signedAt, language, timeZone))}</p>
        ))}
        {missingSigners.map((signer) => (
          <p key={signer}>{words.stillMissing(nameOf(document, signer))}</p>
        ))}
      </div>
      {signatures.map(({ signer, drawing }) => drawing !== null && <DrawnSignature key={signer} drawing={drawing} />)}
    </>
  );
}

/** Until when a contract can be signed, where the clocks show the time zone of its deck. */
export function Until({ contract: { expiresAt, document }, words }: ContractProps) {
  if (expiresAt === null) return null;
  const { text, isWholeDay } = untilText(expiresAt, document.language, document.timeZone);
  return (
    <p class="until" {...written(words.tag)}>
      {isWholeDay ? words.signUntilEndOf(text) : words.signUntil(text)}
    </p>
  );
}

interface SignerChoiceProps extends ContractProps {
  /** Null while nobody is chosen. */
  readonly signer: Signer | null;
  readonly onChoose: (signer: Signer) => void;
}

/** Lets the person choose which of two owners signs. */
export function SignerChoice({ contract: { missingSigners, document }, signer, words, onChoose }: SignerChoiceProps) {
  return (
    <fieldset>
      <legend>{words.whoSigns}</legend>
      {missingSigners.map((one) => (
        <label class="check" key={one}>
          <input type="radio" name="signer" required checked={signer === one} onChange={() => onChoose(one)} />
          {nameOf(document, one)}
        </label>
      ))}
    </fieldset>
  );
}

/** A signature as it was drawn. */
export function DrawnSignature({ drawing: { width, height, strokes } }: { readonly drawing: Drawing }) {
  return (
    <svg class="drawn" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {strokes.map((stroke, index) => (
        <polyline key={index} points={(stroke.length === 2 ? [...stroke, ...stroke] : stroke).join(' ')} />
      ))}
    </svg>
  );
}
