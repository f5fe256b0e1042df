import { useEffect, useRef, useState } from 'preact/hooks';
import { waitingSignatures, type WaitingSignature } from '../offline/choices.ts';
import type { Player } from '../player/player.ts';
import type { Contract, Presentation, Signature, TierKey } from '../story/answers.ts';
import { Refusal } from '../story/api.ts';
import { randomId } from '../story/random-id.ts';
import { offerOf } from '../story/state.ts';
import { amountText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { type Contracts, isOpen } from './contracts.ts';

/** What signing needs of the page. */
export type SigningPage = Pick<Player, 'api' | 'state' | 'words' | 'dispatch' | 'offline' | 'contracts' | 'signing'>;

/** The contract that is shown, and what is done with it. */
export interface Reading {
  readonly contract: Contract | undefined;
  /** What was read of it before it changed; null if it did not. */
  readonly before: Contract | null;
  /** Whether another one was read until this one took its place. */
  readonly isReplaced: boolean;
  /** Another one that can be signed; undefined for none. */
  readonly other: Contract | undefined;
  readonly onOther: (contractId: string) => void;
  /** Its signatures that wait for a network. */
  readonly waiting: readonly WaitingSignature[];
  /** Whether a signature can be sent, or kept until it can. */
  readonly canSign: boolean;
  readonly isOffline: boolean;
  /** Whether an answer is awaited. */
  readonly isSending: boolean;
  /** What went wrong; null where the contract shows it itself. */
  readonly problem: string | null;
  /** Called when the consent is given to what is shown, and when it is taken back. */
  readonly onConsent: (isGiven: boolean) => void;
  readonly onSign: (signature: Signature) => void;
  readonly onDecline: (reason: string) => void;
  readonly onCancel: () => void;
  /** Takes back a signature that waits. */
  readonly onWithdraw: (key: string) => void;
}

/** Signs, declines and cancels the contract that is read: that of the offer on the stage first, else the newest. */
export function useContract({ api, state, words, dispatch, offline, contracts, signing }: SigningPage): Reading {
  const { all, hasFailed, load, take } = contracts;
  const { isOffline } = offline;
  // Who presents may go on to another slide: the contract that is being read stays.
  const [sourceSlideId] = useState(() => offerOf(state)?.sourceSlideId);
  const { contract, isReplaced, onOther } = useRead(sourceSlideId, all ?? []);
  const contractId = contract?.contractId ?? '';
  const { before, onConsent, forget } = useChange(all, contract);
  const { isSending, problem, setProblem, send } = useSending(words, contract, load);
  useEffect(() => {
    // Whether a signed one can still be canceled depends on the time of the server.
    if (all === null || hasFailed || (!isOffline && contract?.status === 'signed')) load();
  }, []);
  const settle = (settled: Contract | undefined): void => {
    if (settled === undefined) return;
    forget();
    take(settled);
    const show = (presentation: Presentation): void => dispatch({ type: 'shown', presentation });
    api.presentation().then(show, () => undefined);
  };
  const isSignable = signing !== null && signing.until > Date.now();
  const keyOf = useKeys();
  const isUnread = all === null && hasFailed && !isOffline;
  return {
    contract,
    before: before?.contractId === contractId ? before : null,
    isReplaced,
    other: all?.find((one) => one.contractId !== contractId && isOpen(one)),
    onOther,
    waiting: waitingSignatures(offline.waiting, contractId),
    canSign: !isOffline || isSignable,
    isOffline,
    isSending,
    problem: problem === null ? (isUnread ? words.failed : null) : isOther(problem.of, contract) ? null : problem.text,
    onConsent,
    onSign: (signature) => {
      const option = contract && optionOf(contract, signature.tier);
      const submit = () => offline.submit({ kind: 'signature', contractId, signature, option }, isSignable);
      send(submit, (taken) => settle(taken?.contract));
    },
    onDecline: (reason) => {
      const key = keyOf(`decline ${contractId} ${reason}`);
      send(() => api.decline(contractId, reason, key), settle);
    },
    onCancel: () => {
      const key = keyOf(`rescind ${contractId}`);
      send(() => api.rescind(contractId, key), settle);
    },
    onWithdraw: (key) => {
      const settleWithdrawal = (wasThere: boolean): void => {
        if (!wasThere) setProblem({ text: words.sentAlready });
        // One whose answer was lost may have arrived.
        load();
      };
      send(() => offline.withdraw(key), settleWithdrawal);
    },
  };
}

/** The name and the total of a tier, as the document has them. */
function optionOf({ document: { tiers, currency, language } }: Contract, tier: TierKey): string {
  const signed = tiers.find((one) => one.tier === tier);
  return signed === undefined ? tier : `${signed.name}, ${amountText(signed.total, currency, language)}`;
}

/** The answers, and 0 for none, after which a contract is read again: it may be another one. */
const changes = new Set([0, 404, 409, 412, 422]);

/** What went wrong, and with which contract, as it was then. */
interface Problem {
  readonly text: string;
  readonly of?: Contract | undefined;
}

/**
 * Sends one request at a time, and shows what went wrong.
 *
 * @param onChange called where the contract may be another one
 */
function useSending(words: Words, contract: Contract | undefined, onChange: () => void) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  // Two clicks may come before the page is drawn again.
  const awaited = useRef(false);
  const send = <T>(request: () => Promise<T>, settle: (answer: T) => void): void => {
    if (awaited.current) return;
    awaited.current = true;
    setSending(true);
    setProblem(null);
    const fail = (error: unknown): void => {
      const status = error instanceof Refusal ? error.status : null;
      setProblem({ text: textOf(error, words), of: contract });
      if (status !== null && changes.has(status)) onChange();
    };
    void request()
      .then(settle, fail)
      .finally(() => {
        awaited.current = false;
        setSending(false);
      });
  };
  return { isSending, problem, setProblem, send };
}

function textOf(error: unknown, words: Words): string {
  if (!(error instanceof Refusal)) return words.failed;
  if (error.status === 0) return words.unanswered;
  return error.reason === 'right_to_cancel_ended' ? words.notCanceled : words.failed;
}

/** The keys of changes: the same change is sent again with its key, so that one whose answer was lost is made once. */
function useKeys(): (change: string) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (change) => {
    const key = keys.get(change) ?? randomId();
    keys.set(change, key);
    return key;
  };
}

/** Whether a contract shows itself why nothing was done: it has changed since. */
function isOther(then: Contract | undefined, contract: Contract | undefined): boolean {
  if (then === undefined) return false;
  const { documentHash, status, signatures } = then;
  const isSame = contract?.documentHash === documentHash && contract.status === status;
  return !isSame || contract.signatures.length !== signatures.length;
}

/**
 * What was read of a contract before it changed: the first of it, and once the consent was given, what it was given to. What
 * stood between two changes was never agreed to.
 */
function useChange(all: Contracts['all'], contract: Contract | undefined) {
  const [before, setBefore] = useState<Contract | null>(null);
  const shown = useRef<Contract | undefined>(undefined);
  const hasAgreed = useRef(false);
  useEffect(() => {
    const { current } = shown;
    const now = all?.find(({ contractId }) => contractId === current?.contractId);
    if (current === undefined || now?.documentHash === current.documentHash) return;
    const isAgreed = hasAgreed.current;
    hasAgreed.current = false;
    setBefore((first) => (first?.contractId === current.contractId && !isAgreed ? first : current));
  }, [all]);
  useEffect(() => {
    shown.current = contract;
  }, [contract]);
  const onConsent = (isGiven: boolean): void => {
    hasAgreed.current = isGiven;
  };
  return { before, onConsent, forget: () => setBefore(null) };
}

/**
 * Which contract is read: that of an offer first, else the newest. It stays while others are sent, until it is gone, or has
 * ended and another one is sent in its place.
 */
function useRead(offerSlideId: string | undefined, contracts: readonly Contract[]) {
  const [read, setRead] = useState({ contractId: '', isReplaced: false });
  const contract = successorOf(read.contractId, contracts) ?? contractFor(offerSlideId, contracts);
  if (contract !== undefined && contract.contractId !== read.contractId) {
    setRead({ contractId: contract.contractId, isReplaced: read.contractId !== '' });
  }
  const onOther = (contractId: string): void => setRead({ contractId, isReplaced: false });
  return { contract, isReplaced: read.isReplaced, onOther };
}

/** The contract itself, or the open one of the same offer where it ended without all signatures; undefined once it is gone. */
function successorOf(contractId: string, contracts: readonly Contract[]): Contract | undefined {
  const found = contracts.find((one) => one.contractId === contractId);
  if (found === undefined || isOpen(found) || found.status === 'signed') return found;
  return contracts.find((one) => isOpen(one) && one.sourceSlideId === found.sourceSlideId) ?? found;
}

/** The contract of an offer, else the newest. */
function contractFor(offerSlideId: string | undefined, contracts: readonly Contract[]): Contract | undefined {
  return (
    contracts.find(({ sourceSlideId }) => sourceSlideId === null || sourceSlideId === offerSlideId) ?? contracts[0]
  );
}
