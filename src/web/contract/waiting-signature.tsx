/** @jsxImportSource preact */
import type { Waiting } from '../offline/choices.ts';
import type { Words } from '../words/english.ts';

interface WaitingSignatureProps {
  readonly waiting: Waiting;
  readonly words: Words;
  readonly onWithdraw: () => void;
}

/** Says that a signature waits for a network, and lets it be taken back until then. */
export function WaitingSignature({ waiting: { choice }, words, onWithdraw }: WaitingSignatureProps) {
  if (choice.kind !== 'signature') return null;
  return (
    <div class="right">
      <p role="status">{words.signatureWaits(choice.signature.signerName)}</p>
      <button class="secondary" type="button" onClick={onWithdraw}>
        {words.withdraw}
      </button>
    </div>
  );
}
