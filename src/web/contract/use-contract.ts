import { type Dispatch, useEffect, useRef, useState } from 'preact/hooks';
import { waitingSignatures, type WaitingSignature } from '../offline/choices.ts';
import type { Offline } from '../offline/use-offline.ts';
import type { Contract, Presentation, Signature, TierKey } from '../story/answers.ts';
import { type GuestApi, isAway, Refusal } from '../story/api.ts';
import { type Action, offerOf, type State } from '../story/state.ts';
import { amountText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import type { Signing } from '../worker/kept.ts';
import type { Contracts } from './contracts.ts';

/** What signing needs of the page. */
export interface SigningPage {
  readonly api: GuestApi;
  readonly state: State;
  readonly words: Words;
  readonly dispatch: Dispatch<Action>;
  readonly offline: Offline;
  readonly contracts: Contracts;
  /** What may be signed without a network; null where that needs one. */
  readonly signing: Signing | null;
}

/** The contract that is shown, and what is done with it. */
export interface Reading {
  readonly contract: Contract | undefined;
  /** What was read of it before it changed; null if it did not. */
  readonly before: Contract | null;
  /** Its signatures that wait for a network. */
  readonly waiting: readonly WaitingSignature[];
  /** Whether a signature can be sent, or kept until it can. */
  readonly maySign: boolean;
  readonly isOffline: boolean;
  /** Whether an answer is awaited. */
  readonly isSending: boolean;
  /** What went wrong; null where the contract says it by itself. */
  readonly problem: string | null;
  readonly onSign: (signature: Signature) => void;
  readonly onDecline: (reason: string) => void;
  readonly onCancel: () => void;
  /** Takes back a signature that waits. */
  readonly onWithdraw: (key: string) => void;
}

/** Signs, declines and cancels the contract of the offer on the stage, else the newest. */
export function useContract({ api, state, words, dispatch, offline, contracts, signing }: SigningPage): Reading {
  const { all, hasFailed, load, take } = contracts;
  const { isOffline } = offline;
  // Who presents may go on to another slide: the contract that is being read stays.
  const [slideId] = useState(() => offerOf(state)?.slideId);
  const contract = contractFor(slideId, all ?? []);
  const contractId = contract?.contractId ?? '';
  const [before, setBefore] = useChange(all, contract);
  const { isSending, problem, setProblem, send } = useSending(words, () => {
    setBefore(contract ?? null);
    load();
  });
  useEffect(() => {
    // Whether a signed one can still be canceled depends on the time of the server.
    if (all === null || hasFailed || (!isOffline && contract?.status === 'signed')) load();
  }, []);
  const settle = (settled: Contract | undefined): void => {
    if (settled === undefined) return;
    setBefore(null);
    take(settled);
    const show = (presentation: Presentation): void => dispatch({ type: 'shown', presentation });
    api.presentation().then(show, () => undefined);
  };
  const isSignable = signing !== null && signing.until > Date.now();
  const isUnread = all === null && hasFailed && !isOffline;
  return {
    contract,
    before: before?.contractId === contractId ? before : null,
    waiting: waitingSignatures(offline.waiting, contractId),
    maySign: !isOffline || isSignable,
    isOffline,
    isSending,
    problem: isOther(before, contract) ? null : (problem ?? (isUnread ? words.failed : null)),
    onSign: (signature) => {
      const option = contract && optionOf(contract, signature.tier);
      const submit = () => offline.submit({ kind: 'signature', contractId, signature, option }, isSignable);
      send(submit, words.failed, (taken) => settle(taken?.contract));
    },
    onDecline: (reason) => send(() => api.decline(contractId, reason), words.failed, settle),
    onCancel: () => send(() => api.rescind(contractId), words.notCanceled, settle),
    onWithdraw: (key) => {
      const tell = (wasThere: boolean): void => {
        if (!wasThere) setProblem(words.sentAlready);
        // One whose answer was lost may have arrived.
        load();
      };
      send(() => offline.withdraw(key), words.failed, tell);
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

/** Sends one request at a time, and says what went wrong. @param onChange called where the contract may be another one */
function useSending(words: Words, onChange: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // Two clicks may come before the page is drawn again.
  const awaited = useRef(false);
  const send = <T>(request: () => Promise<T>, refusal: string, settle: (answer: T) => void): void => {
    if (awaited.current) return;
    awaited.current = true;
    setSending(true);
    setProblem(null);
    const fail = (error: unknown): void => {
      const status = error instanceof Refusal ? error.status : null;
      setProblem(status === 0 ? words.unanswered : isAway(error) ? words.failed : refusal);
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

/** Whether a contract says by itself why nothing was done: it is not what it was then. */
function isOther(before: Contract | null, contract: Contract | undefined): boolean {
  if (before === null) return false;
  const { documentHash, status, signatures } = before;
  const isSame = contract?.documentHash === documentHash && contract.status === status;
  return !isSame || contract.signatures.length !== signatures.length;
}

/** What was shown of a contract before it was read as another one. */
function useChange(all: Contracts['all'], contract: Contract | undefined) {
  const [before, setBefore] = useState<Contract | null>(null);
  const shown = useRef<Contract | undefined>(undefined);
  useEffect(() => {
    const { current } = shown;
    const now = all?.find(({ contractId }) => contractId === current?.contractId);
    if (current !== undefined && now?.documentHash !== current.documentHash) setBefore(current);
  }, [all]);
  useEffect(() => {
    shown.current = contract;
  }, [contract]);
  return [before, setBefore] as const;
}

/** The contract of an offer, else the newest. */
function contractFor(offerSlideId: string | undefined, contracts: readonly Contract[]): Contract | undefined {
  return contracts.find(({ slideId }) => slideId === null || slideId === offerSlideId) ?? contracts[0];
}
