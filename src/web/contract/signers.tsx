/** @jsxImportSource preact */
import type { Contract, ContractDocument, Signer } from '../story/answers.ts';
import { timeText, untilText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { DrawnSignature } from './signature.tsx';

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
  return <p class="until">{isWholeDay ? words.signUntilEndOf(text) : words.signUntil(text)}</p>;
}

interface SignerChoiceProps extends ContractProps {
  readonly signer: Signer;
  readonly onChoose: (signer: Signer) => void;
}

/** Asks who of two owners signs. */
export function SignerChoice({ contract: { missingSigners, document }, signer, words, onChoose }: SignerChoiceProps) {
  return (
    <fieldset>
      <legend>{words.whoSigns}</legend>
      {missingSigners.map((one) => (
        <label class="check" key={one}>
          <input type="radio" name="signer" checked={signer === one} onChange={() => onChoose(one)} />
          {nameOf(document, one)}
        </label>
      ))}
    </fieldset>
  );
}
