/** @jsxImportSource preact */
import { timeText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import type { Contract } from '../story/answers.ts';
import { Cancellation } from './cancellation.tsx';
import { ContractText } from './contract.tsx';
import { Signatures } from './signers.tsx';

interface SettledProps {
  readonly contract: Contract;
  readonly words: Words;
  readonly isOffline: boolean;
  /** Whether an answer is awaited. */
  readonly isSending: boolean;
  readonly onCancel: () => void;
}

/** A contract that is signed, or can no longer be. */
export function Settled(props: SettledProps) {
  const { contract, words } = props;
  const { status, document, tier, pdfUrl } = contract;
  return (
    <>
      {status !== 'signed' && (
        <p class="done" role="status">
          {outcomeOf(contract, words)}
        </p>
      )}
      <Signatures contract={contract} words={words} />
      {status === 'signed' && <Cancellation {...props} />}
      <ContractText document={document} tier={tier} words={words} />
      <a class="secondary" href={pdfUrl} target="_blank" rel="noreferrer">
        {words.pdf}
      </a>
    </>
  );
}

/** How a contract ended that is not signed. */
export function outcomeOf(contract: Contract, words: Words): string {
  const { status, document, rescindedAt, expiresAt } = contract;
  const timeOf = (moment: string | null): string =>
    moment === null ? '' : timeText(moment, document.language, document.timeZone);
  if (status === 'expired') return words.expired(timeOf(expiresAt));
  return status === 'declined' ? words.declined : words.canceled(timeOf(rescindedAt));
}
