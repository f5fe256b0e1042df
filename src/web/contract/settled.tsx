/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { timeText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import type { Contract } from '../story/answers.ts';
import { Cancellation, type CancellationProps } from './cancellation.tsx';
import { ContractText } from './contract.tsx';
import { isOpen } from './contracts.ts';
import { Signatures } from './signers.tsx';

/** A contract that is signed, or can no longer be. */
export function Settled(props: CancellationProps) {
  const { contract, words } = props;
  const { contractId, status, tier } = contract;
  return (
    <>
      {status === 'signed' && <Cancellation {...props} />}
      <ContractText contract={contract} tier={tier} words={words} />
      <a class="secondary" href={`?pdf=${contractId}`} target="_blank" rel="noreferrer">
        {words.pdf}
      </a>
    </>
  );
}

export interface StandingProps {
  /** Undefined once there is none to sign, such as one that the seller has voided. */
  readonly contract: Contract | undefined;
  readonly words: Words;
}

/** How far a contract is. It is read out when that changes, and takes the focus that its form had. */
export function Standing({ contract, words }: StandingProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) region.current?.focus();
  }, [contract?.status, contract?.signatures.length]);
  const isEnded = contract !== undefined && !isOpen(contract) && contract.status !== 'signed';
  return (
    <div class="standing" role="status" tabIndex={-1} ref={region}>
      {isEnded && <p class="done">{outcomeOf(contract, words)}</p>}
      {contract !== undefined && <Signatures contract={contract} words={words} />}
    </div>
  );
}

/** How a contract ended that is not signed. */
function outcomeOf(contract: Contract, words: Words): string {
  const { status, document, rescindedAt, expiresAt } = contract;
  const timeOf = (moment: string | null): string =>
    moment === null ? '' : timeText(moment, document.language, document.timeZone);
  if (status === 'expired') return words.expired(timeOf(expiresAt));
  return status === 'declined' ? words.declined : words.canceled(timeOf(rescindedAt));
}
