/** @jsxImportSource preact */
import type { Words } from '../words/english.ts';
import { type Contracts, isOpen } from './contracts.ts';
import { Until } from './signers.tsx';

interface DeadlineProps {
  readonly slideId: string;
  readonly contracts: Contracts;
  readonly words: Words;
}

/** Until when the contract of an offer can be signed, beside the offer; nothing where there is none to sign. */
export function Deadline({ slideId, contracts: { all }, words }: DeadlineProps) {
  const contract = all?.find((one) => one.slideId === slideId && isOpen(one));
  return contract === undefined ? null : <Until contract={contract} words={words} />;
}
