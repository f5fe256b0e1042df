/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Settled } from '../contract/settled.tsx';
import { SignForm } from '../contract/sign-form.tsx';
import type { Contract } from '../story/answers.ts';
import { Refusal } from '../story/api.ts';
import { offerOf } from '../story/state.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, state, words } = player;
  const { isLoaded, contract, refused, problem, show } = useContract(player);
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract?.slideId) ?? offerOf(state);
  const hasChanged = refused !== null && (contract?.documentHash !== refused.documentHash || !isOpen(contract));
  return (
    <Panel title={words.contract} player={player}>
      {isLoaded && contract === undefined && <p>{words.noContract}</p>}
      {contract !== undefined && isOpen(contract) && (
        <SignForm
          key={contract.documentHash}
          contract={contract}
          before={refused?.contractId === contract.contractId ? refused.document : null}
          initial={initial?.selectedTier ?? null}
          words={words}
          onSign={(signature) => show(api.sign(contract.contractId, signature), words.failed)}
          onDecline={(reason) => show(api.decline(contract.contractId, reason), words.failed)}
        />
      )}
      {contract !== undefined && !isOpen(contract) && (
        <Settled
          contract={contract}
          words={words}
          onCancel={() => show(api.rescind(contract.contractId), words.notCanceled)}
        />
      )}
      <p role="alert">{hasChanged ? null : problem}</p>
    </Panel>
  );
}

const isOpen = ({ status }: Contract): boolean => status === 'sent' || status === 'viewed';

/** The contract to show, and what shows the outcome of a request. What the server refused is read again. */
function useContract({ api, state, words, dispatch }: Player) {
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
    api.contracts().then(take, () => setProblem(words.failed));
  };
  const { version, contractsTag } = state.presentation;
  useEffect(load, [version, contractsTag]);
  const offer = offerOf(state);
  const ofOffer = contracts?.filter(({ slideId }) => slideId === null || slideId === offer?.slideId) ?? [];
  const [contract] = ofOffer.length > 0 ? ofOffer : (contracts ?? []);
  read.current = contract;
  const show = (outcome: Promise<Contract>, failure: string): void => {
    setProblem(null);
    outcome.then(
      async (settled) => {
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
