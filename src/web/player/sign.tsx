/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { timeText } from '../words/amounts.ts';
import { type Contract, Refusal, type TierKey } from '../story/api.ts';
import { Cancellation } from './cancellation.tsx';
import { ContractText } from './contract.tsx';
import { Panel } from './panels.tsx';
import type { Player } from './player.ts';
import { offerOf } from '../story/state.ts';

/** The contracts of the link: of the offer on the stage first, else the newest that is open. */
export function SignPanel({ player }: { readonly player: Player }) {
  const { api, state, words, dispatch } = player;
  const [contracts, setContracts] = useState<readonly Contract[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = (): void => {
    api.contracts().then(setContracts, () => setProblem(words.failed));
  };
  useEffect(load, []);
  const offer = offerOf(state);
  const ofOffer = contracts?.filter(({ slideId }) => slideId === null || slideId === offer?.slideId) ?? [];
  const [contract] = ofOffer.length > 0 ? ofOffer : (contracts ?? []);
  const sign = (signerName: string, tier: TierKey): void => {
    if (contract === undefined) return;
    setProblem(null);
    api.sign(contract.contractId, { tier, signerName, documentHash: contract.documentHash }).then(
      async (signed) => {
        setContracts([signed]);
        dispatch({ type: 'shown', presentation: await api.presentation() });
      },
      (error: unknown) => {
        const isStale = error instanceof Refusal && [409, 412].includes(error.status);
        setProblem(isStale ? words.changed : words.failed);
        if (isStale) load();
      },
    );
  };
  const cancel = (): void => {
    if (contract === undefined) return;
    setProblem(null);
    api.rescind(contract.contractId).then(
      async (canceled) => {
        setContracts([canceled]);
        dispatch({ type: 'shown', presentation: await api.presentation() });
      },
      () => setProblem(words.notCanceled),
    );
  };
  const isSigned = contract?.status === 'signed' || contract?.status === 'rescinded';
  const initial = state.presentation.offers.find(({ slideId }) => slideId === contract?.slideId) ?? offer;
  return (
    <Panel title={words.contract} player={player}>
      {contracts !== null && contract === undefined && <p>{words.noContract}</p>}
      {contract !== undefined && isSigned && <Signed contract={contract} player={player} onCancel={cancel} />}
      {contract !== undefined && !isSigned && (
        <SignForm
          key={contract.documentHash}
          contract={contract}
          initial={initial?.selectedTier ?? null}
          player={player}
          onSign={sign}
        />
      )}
      <p role="alert">{problem}</p>
    </Panel>
  );
}

interface SignedProps {
  readonly contract: Contract;
  readonly player: Player;
  readonly onCancel: () => void;
}

function Signed({ contract, player, onCancel }: SignedProps) {
  const { words } = player;
  const { document, signerName, signedAt, rescindedAt, tier, pdfUrl } = contract;
  const timeOf = (moment: string): string => timeText(moment, document.language, document.timeZone);
  return (
    <>
      <p class="done" role="status">
        {rescindedAt === null
          ? words.signed(signerName ?? '', timeOf(signedAt ?? ''))
          : words.canceled(timeOf(rescindedAt))}
      </p>
      {rescindedAt === null && <Cancellation contract={contract} player={player} onCancel={onCancel} />}
      <ContractText document={document} tier={tier} words={words} />
      <a class="secondary" href={pdfUrl} target="_blank" rel="noreferrer">
        {words.pdf}
      </a>
    </>
  );
}

interface SignFormProps {
  readonly contract: Contract;
  readonly initial: TierKey | null;
  readonly player: Player;
  readonly onSign: (signerName: string, tier: TierKey) => void;
}

/** The document, the choice, the consent and the name, in this order. */
function SignForm({ contract: { document }, initial, player: { words }, onSign }: SignFormProps) {
  const [tier, setTier] = useState(initial);
  const [hasAgreed, setAgreed] = useState(false);
  const [name, setName] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (tier !== null) onSign(name.trim(), tier);
  };
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>{words.yourTier}</legend>
        {document.tiers.map((one) => (
          <label class="check" key={one.tier}>
            <input type="radio" name="tier" required checked={tier === one.tier} onChange={() => setTier(one.tier)} />
            <span lang={document.language}>{one.name}</span>
          </label>
        ))}
      </fieldset>
      <ContractText document={document} tier={tier} words={words} />
      {document.cancellation !== undefined && (
        <p class="statement" lang={document.language}>
          {document.cancellation.statement}
        </p>
      )}
      <p class="consent" lang={document.language}>
        {document.consent}
      </p>
      <label class="check">
        <input type="checkbox" required checked={hasAgreed} onChange={() => setAgreed(!hasAgreed)} />
        {words.consent}
      </label>
      <label class="named">
        {words.name}
        <input
          class="field"
          autocomplete="name"
          required
          maxLength={200}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button class="primary" type="submit" disabled={tier === null || !hasAgreed || name.trim() === ''}>
        {words.sign}
      </button>
    </form>
  );
}
