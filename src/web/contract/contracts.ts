import { useEffect, useRef, useState } from 'preact/hooks';
import type { Offline } from '../offline/use-offline.ts';
import type { Contract, Presentation } from '../story/answers.ts';
import type { GuestApi } from '../story/api.ts';

/** The contracts of the link, as the page last read them. */
export interface Contracts {
  /** Newest first; null until they are read. */
  readonly all: readonly Contract[] | null;
  /** Whether the last reading has failed. */
  readonly hasFailed: boolean;
  readonly load: () => void;
  /** Takes what the server answers to a change of a contract. */
  readonly take: (contract: Contract) => void;
}

/** Whether a contract can be signed or declined. */
export const isOpen = ({ status }: Contract): boolean => status === 'sent' || status === 'viewed';

const none: readonly Contract[] = [];

/**
 * Reads the contracts of the link whenever they may be other ones: the only reader of the page. Without a network the last
 * answer stays.
 *
 * @param kept what this device has kept of them; null for nothing
 */
export function useContracts(
  api: GuestApi,
  { version, contractsTag }: Presentation,
  { isOffline, signed, refused }: Offline,
  kept: readonly Contract[] | null,
): Contracts {
  const [found, setFound] = useState(kept);
  const [hasFailed, setFailed] = useState(false);
  /** Counts what was asked and taken: an answer that comes late is out of date. */
  const latest = useRef(0);
  const load = (): void => {
    latest.current += 1;
    const mine = latest.current;
    const settle = (answer: readonly Contract[] | null): void => {
      if (mine !== latest.current) return;
      setFailed(answer === null);
      if (answer !== null) setFound(answer);
    };
    api.contracts().then(settle, () => settle(null));
  };
  const take = (contract: Contract): void => {
    latest.current += 1;
    setFound((before) => [contract, ...(before ?? []).filter(({ contractId }) => contractId !== contract.contractId)]);
  };
  useEffect(() => {
    if (!isOffline && contractsTag !== null) load();
  }, [isOffline, version, contractsTag]);
  useEffect(() => {
    if (refused?.choice.kind === 'signature') load();
  }, [refused?.key]);
  useEffect(() => {
    if (signed !== null) take(signed);
  }, [signed]);
  return { all: contractsTag === null ? none : found, hasFailed, load, take };
}
