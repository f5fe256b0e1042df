/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOpen } from '../contract/deadline.tsx';
import { HandOver } from '../contract/hand-over.tsx';
import { Settled } from '../contract/settled.tsx';
import { SignForm } from '../contract/sign-form.tsx';
import { Signatures } from '../contract/signers.tsx';
import { WaitingSignature } from '../contract/waiting-signature.tsx';
import type { Choice } from '../offline/choices.ts';
import type { Contract, Signature, Signer } from '../story/answers.ts';
import { isAway, Refusal } from '../story/api.ts';
import { offerOf, type State } from '../story/state.ts';
import type { Signing } from '../worker/kept.ts';
import { fillScreen } from './keys.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, words, offline } = player;
  const reading = useContract(player);
  const { isLoaded, contract, show } = reading;
  const [isHanded, setHanded] = useState(false);
  const hand = (isGiven: boolean): void => {
    setHanded(isGiven);
    void fillScreen(isGiven);
  };
  if (isHanded && contract !== undefined) {
    return (
      <HandOver
        contract={contract}
        words={words}
        form={(holder) => <Form player={player} reading={reading} contract={contract} holder={holder} />}
        onEnd={() => hand(false)}
      />
    );
  }
  return (
    <Panel title={words.contract} player={player}>
      {isLoaded && contract === undefined && <p>{words.noContract}</p>}
      {!isLoaded && !maySign(offline) && <p role="status">{words.signOnline}</p>}
      {contract !== undefined && isOpen(contract) && (
        <>
          <button class="secondary" type="button" onClick={() => hand(true)}>
            {words.handOver}
          </button>
          <Signatures contract={contract} words={words} />
          <Form player={player} reading={reading} contract={contract} holder={null} />
        </>
      )}
      {contract !== undefined && !isOpen(contract) && (
        <Settled
          contract={contract}
          words={words}
          onCancel={() => show(api.rescind(contract.contractId), words.notCanceled)}
        />
      )}
      <p role="alert">{contract !== undefined && isOpen(contract) ? null : problemOf(reading)}</p>
    </Panel>
  );
}

interface FormProps {
  readonly player: Player;
  readonly reading: Reading;
  readonly contract: Contract;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
}

/** The form that signs or declines a contract, or the signature of it that waits, and what went wrong. */
function Form({ player: { api, state, words, offline }, reading, contract, holder }: FormProps) {
  const { refused, show } = reading;
  const { contractId, documentHash, missingSigners } = contract;
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract.slideId) ?? offerOf(state);
  const waiting = offline.waiting.find(({ choice }) => isSignatureOf(choice, contract));
  const sign = async (signature: Signature): Promise<Contract | null> => {
    const taken = await offline.submit({ kind: 'signature', contractId, signature }, isSignable(offline.signing));
    return taken?.contract ?? null;
  };
  if (waiting !== undefined) {
    return <WaitingSignature waiting={waiting} words={words} onWithdraw={() => offline.withdraw(waiting.key)} />;
  }
  return (
    <>
      <SignForm
        key={`${documentHash} ${missingSigners.join(' ')}`}
        contract={contract}
        before={refused?.contractId === contractId ? refused.document : null}
        initial={initial?.selectedTier ?? null}
        words={words}
        maySign={maySign(offline)}
        holder={holder}
        onSign={(signature) => show(sign(signature), words.failed)}
        onDecline={(reason) => show(api.decline(contractId, reason), words.failed)}
      />
      <p role="alert">{problemOf(reading)}</p>
    </>
  );
}

type Reading = ReturnType<typeof useContract>;

/** What went wrong; null where the contract that is shown says it by itself. */
function problemOf({ refused, contract, problem }: Reading): string | null {
  const hasChanged =
    refused !== null && (contract === undefined || contract.documentHash !== refused.documentHash || !isOpen(contract));
  return hasChanged ? null : problem;
}

/** Whether a signature can be sent, or kept until it can. */
const maySign = ({ isOffline, signing }: Player['offline']): boolean => !isOffline || isSignable(signing);

/** Whether a signature may wait on this device. */
const isSignable = (signing: Signing | null): boolean => signing !== null && signing.until > Date.now();

const isSignatureOf = (choice: Choice, contract: Contract | undefined): boolean =>
  choice.kind === 'signature' && choice.contractId === contract?.contractId;

/** The contract to show, and what shows the outcome of a request. What the server refused is read again. */
function useContract({ api, state, words, dispatch, offline }: Player) {
  const [contracts, setContracts] = useState<readonly Contract[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What was read before it changed. */
  const [refused, setRefused] = useState<Contract | null>(null);
  const read = useRef<Contract | undefined>(undefined);
  const load = (): void => {
    const take = (found: readonly Contract[]): void => {
      const before = read.current;
      const after = found.find(({ contractId }) => contractId === before?.contractId);
      if (before !== undefined && after?.documentHash !== before.documentHash) setRefused(before);
      setContracts(found);
    };
    api.contracts().then(take, (error: unknown) => {
      if (isAway(error) && isSignable(offline.signing)) setContracts(offline.signing?.contracts ?? null);
      else if (!offline.isOffline) setProblem(words.failed);
    });
  };
  const { version, contractsTag } = state.presentation;
  useEffect(load, [offline.isOffline, version, contractsTag]);
  useEffect(() => setProblem(null), [offline.isOffline]);
  useEffect(() => {
    if (offline.signed !== null) setContracts([offline.signed]);
  }, [offline.signed]);
  // A signature that waited was refused: the contract is read again, beside what was signed.
  useEffect(() => {
    if (offline.refused?.kind === 'signature') load();
  }, [offline.refused]);
  const contract = contractFor(state, contracts ?? []);
  read.current = contract;
  const show = (outcome: Promise<Contract | null>, failure: string): void => {
    setProblem(null);
    outcome.then(
      async (settled) => {
        if (settled === null) return;
        setRefused(null);
        setContracts([settled]);
        dispatch({ type: 'shown', presentation: await api.presentation() });
      },
      (error: unknown) => {
        setProblem(failure);
        if (!(error instanceof Refusal) || ![404, 409, 412].includes(error.status)) return;
        setRefused(contract ?? null);
        load();
      },
    );
  };
  return { isLoaded: contracts !== null, contract, refused, problem, show };
}

/** The contract of the offer on the stage, else the newest. */
function contractFor(state: State, contracts: readonly Contract[]): Contract | undefined {
  const offer = offerOf(state);
  return contracts.find(({ slideId }) => slideId === null || slideId === offer?.slideId) ?? contracts[0];
}
