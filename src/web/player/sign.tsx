/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { type Contract, Refusal } from '../story/api.ts';
import { offerOf } from '../story/state.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';
import { Settled } from './settled.tsx';
import { SignForm } from './sign-form.tsx';

const isOpen = ({ status }: Contract): boolean => status === 'sent' || status === 'viewed';

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, state, words, dispatch } = player;
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
  /** Shows what became of the contract. What has changed meanwhile is read again. */
  const show = (outcome: Promise<Contract>, failure: string = words.failed): void => {
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
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract?.slideId) ?? offer;
  const hasChanged = refused !== null && (contract?.documentHash !== refused.documentHash || !isOpen(contract));
  return (
    <Panel title={words.contract} player={player}>
      {contracts !== null && contract === undefined && <p>{words.noContract}</p>}
      {contract !== undefined && isOpen(contract) && (
        <SignForm
          key={contract.documentHash}
          contract={contract}
          before={refused?.contractId === contract.contractId ? refused.document : null}
          initial={initial?.selectedTier ?? null}
          player={player}
          onSign={(signature) => show(api.sign(contract.contractId, signature))}
          onDecline={(reason) => show(api.decline(contract.contractId, reason))}
        />
      )}
      {contract !== undefined && !isOpen(contract) && (
        <Settled
          contract={contract}
          player={player}
          onCancel={() => show(api.rescind(contract.contractId), words.notCanceled)}
        />
      )}
      <p role="alert">{hasChanged ? null : problem}</p>
    </Panel>
  );
}
