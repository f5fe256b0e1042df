/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { isOpen } from '../contract/deadline.tsx';
import { HandOver } from '../contract/hand-over.tsx';
import { Settled } from '../contract/settled.tsx';
import { SignForm } from '../contract/sign-form.tsx';
import { Signatures } from '../contract/signers.tsx';
import type { Contract, Signer } from '../story/answers.ts';
import { Refusal } from '../story/api.ts';
import { offerOf } from '../story/state.ts';
import { fillScreen } from './keys.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, words } = player;
  const signing = useContract(player);
  const { isLoaded, contract, show } = signing;
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
        form={(holder) => <Form player={player} signing={signing} contract={contract} holder={holder} />}
        onEnd={() => hand(false)}
      />
    );
  }
  return (
    <Panel title={words.contract} player={player}>
      {isLoaded && contract === undefined && <p>{words.noContract}</p>}
      {contract !== undefined && isOpen(contract) && (
        <>
          <button class="secondary" type="button" onClick={() => hand(true)}>
            {words.handOver}
          </button>
          <Signatures contract={contract} words={words} />
          <Form player={player} signing={signing} contract={contract} holder={null} />
        </>
      )}
      {contract !== undefined && !isOpen(contract) && (
        <Settled
          contract={contract}
          words={words}
          onCancel={() => show(api.rescind(contract.contractId), words.notCanceled)}
        />
      )}
      <p role="alert">{contract !== undefined && isOpen(contract) ? null : problemOf(signing)}</p>
    </Panel>
  );
}

interface FormProps {
  readonly player: Player;
  readonly signing: Signing;
  readonly contract: Contract;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
}

/** The form that signs or declines a contract, and what went wrong with it. */
function Form({ player: { api, state, words }, signing, contract, holder }: FormProps) {
  const { refused, show } = signing;
  const { contractId, documentHash, missingSigners } = contract;
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract.slideId) ?? offerOf(state);
  return (
    <>
      <SignForm
        key={`${documentHash} ${missingSigners.join(' ')}`}
        contract={contract}
        before={refused?.contractId === contractId ? refused.document : null}
        initial={initial?.selectedTier ?? null}
        words={words}
        holder={holder}
        onSign={(signature) => show(api.sign(contractId, signature), words.failed)}
        onDecline={(reason) => show(api.decline(contractId, reason), words.failed)}
      />
      <p role="alert">{problemOf(signing)}</p>
    </>
  );
}

type Signing = ReturnType<typeof useContract>;

/** What went wrong; null where the contract that is shown says it by itself. */
function problemOf({ refused, contract, problem }: Signing): string | null {
  const hasChanged =
    refused !== null && (contract === undefined || contract.documentHash !== refused.documentHash || !isOpen(contract));
  return hasChanged ? null : problem;
}

/** The contract to show, and what shows the outcome of a request. What the server refused is read again. */
function useContract({ api, state, words, dispatch }: Player) {
  const [contracts, setContracts] = useState<readonly Contract[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What was read when the server refused it. */
  const [refused, setRefused] = useState<Contract | null>(null);
  const load = (): void => {
    api.contracts().then(setContracts, () => setProblem(words.failed));
  };
  useEffect(load, []);
  const offer = offerOf(state);
  const ofOffer = contracts?.filter(({ slideId }) => slideId === null || slideId === offer?.slideId) ?? [];
  const [contract] = ofOffer.length > 0 ? ofOffer : (contracts ?? []);
  const show = (outcome: Promise<Contract>, failure: string): void => {
    setProblem(null);
    outcome.then(
      async (settled) => {
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
