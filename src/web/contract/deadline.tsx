/** @jsxImportSource preact */
import type { Words } from '../words/english.ts';
import { type Contracts, isOpen } from './contracts.ts';
import { Until } from './signers.tsx';

interface DeadlineProps {
  readonly sourceSlideId: string;
  readonly contracts: Contracts;
  readonly words: Words;
}

/** Until when the contract of an offer can be signed, beside the offer; nothing where there is none to sign. */
export function Deadline({ sourceSlideId, contracts: { all }, words }: DeadlineProps) {
  const contract = all?.find((one) => one.sourceSlideId === sourceSlideId && isOpen(one));
  return contract === undefined ? null : <Until contract={contract} words={words} />;
}
