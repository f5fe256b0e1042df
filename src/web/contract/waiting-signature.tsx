/** @jsxImportSource preact */
import type { WaitingSignature } from '../offline/choices.ts';
import type { Words } from '../words/english.ts';
import { SendButton } from './send-button.tsx';
import type { Reading } from './use-contract.ts';

interface WaitingProps extends Pick<Reading, 'isSending' | 'onWithdraw'> {
  readonly waiting: WaitingSignature;
  readonly words: Words;
}

/** Shows that a signature waits for a network, and lets it be withdrawn until then. */
export function Waiting({ waiting: { key, signature }, words, isSending, onWithdraw }: WaitingProps) {
  return (
    <div class="right">
      <p role="status">{words.signatureWaits(signature.signerName)}</p>
      <SendButton class="secondary" isSending={isSending} onClick={() => onWithdraw(key)}>
        {words.withdraw}
      </SendButton>
    </div>
  );
}
