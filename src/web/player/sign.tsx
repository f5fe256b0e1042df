/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Settled } from '../contract/settled.tsx';
import { SignForm } from '../contract/sign-form.tsx';
import { WaitingSignature } from '../contract/waiting-signature.tsx';
import type { Choice } from '../offline/choices.ts';
import type { Contract, Signature } from '../story/answers.ts';
import { isAway, Refusal } from '../story/api.ts';
import { offerOf } from '../story/state.ts';
import type { Signing } from '../worker/kept.ts';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, state, words, offline } = player;
  const { isLoaded, contract, refused, problem, show } = useContract(player);
  const maySign = !offline.isOffline || isSignable(offline.signing);
  const waiting = offline.waiting.find(({ choice }) => isSignatureOf(choice, contract));
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract?.slideId) ?? offerOf(state);
  const sign = async ({ contractId }: Contract, signature: Signature): Promise<Contract | null> => {
    const taken = await offline.submit({ kind: 'signature', contractId, signature }, isSignable(offline.signing));
    return taken?.contract ?? null;
  };
  const hasChanged = refused !== null && (contract?.documentHash !== refused.documentHash || !isOpen(contract));
  return (
    <Panel title={words.contract} player={player}>
      {isLoaded && contract === undefined && <p>{words.noContract}</p>}
      {!isLoaded && !maySign && <p role="status">{words.signOnline}</p>}
      {contract !== undefined && waiting !== undefined && (
        <WaitingSignature waiting={waiting} words={words} onWithdraw={() => offline.withdraw(waiting.key)} />
      )}
      {contract !== undefined && waiting === undefined && isOpen(contract) && (
        <SignForm
          key={contract.documentHash}
          contract={contract}
          before={refused?.contractId === contract.contractId ? refused.document : null}
          initial={initial?.selectedTier ?? null}
          words={words}
          maySign={maySign}
          onSign={(signature) => show(sign(contract, signature), words.failed)}
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

/** Whether a signature may wait on this device. */
const isSignable = (signing: Signing | null): boolean => signing !== null && signing.until > Date.now();

const isSignatureOf = (choice: Choice, contract: Contract | undefined): boolean =>
  choice.kind === 'signature' && choice.contractId === contract?.contractId;

/** The contract to show, and what shows the outcome of a request. What the server refused is read again. */
function useContract({ api, state, words, dispatch, offline }: Player) {
  const [contracts, setContracts] = useState<readonly Contract[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What was read when the server refused it. */
  const [refused, setRefused] = useState<Contract | null>(null);
  const load = (): void => {
    api.contracts().then(setContracts, (error: unknown) => {
      if (isAway(error) && isSignable(offline.signing)) setContracts(offline.signing?.contracts ?? null);
      else if (!offline.isOffline) setProblem(words.failed);
    });
  };
  useEffect(() => {
    setProblem(null);
    if (contracts === null) load();
  }, [offline.isOffline]);
  useEffect(() => {
    if (offline.signed !== null) setContracts([offline.signed]);
  }, [offline.signed]);
  // A signature that waited was refused: the contract is read again, beside what was signed.
  useEffect(() => {
    if (offline.refused?.kind !== 'signature') return;
    setRefused(contract ?? null);
    load();
  }, [offline.refused]);
  const offer = offerOf(state);
  const ofOffer = contracts?.filter(({ slideId }) => slideId === null || slideId === offer?.slideId) ?? [];
  const [contract] = ofOffer.length > 0 ? ofOffer : (contracts ?? []);
  const show = (outcome: Promise<Contract | null>, failure: string): void => {
    setProblem(null);
    outcome.then(
      async (settled) => {
        if (settled === null) return;
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
