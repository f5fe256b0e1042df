/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Contract } from '../story/answers.ts';
import type { Words } from '../words/english.ts';
import { Until } from './signers.tsx';

/** Whether a contract can be signed or declined. */
export const isOpen = ({ status }: Contract): boolean => status === 'sent' || status === 'viewed';

interface DeadlineProps {
  readonly slideId: string;
  /** What is open over the page: the contracts are read again once it is closed. */
  readonly panel: string | null;
  readonly load: () => Promise<readonly Contract[]>;
  readonly words: Words;
}

/** Until when the contract of an offer can be signed, beside the offer; nothing where there is none to sign. */
export function Deadline({ slideId, panel, load, words }: DeadlineProps) {
  const [contract, setContract] = useState<Contract | null>(null);
  useEffect(() => {
    if (panel !== null) return;
    load().then(
      (contracts) => setContract(contracts.find((one) => one.slideId === slideId && isOpen(one)) ?? null),
      // The panel of the contract says what is wrong.
      () => setContract(null),
    );
  }, [slideId, panel]);
  return contract === null ? null : <Until contract={contract} words={words} />;
}
