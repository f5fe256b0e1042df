/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Contract, Signer } from '../story/answers.ts';
import { offerOf } from '../story/state.ts';
import { isOpen } from './contracts.ts';
import { HandOver } from './hand-over.tsx';
import { handOver, isHandedOver } from './handed.ts';
import { PinForm } from './pin-form.tsx';
import { Settled, Standing } from './settled.tsx';
import { SignForm } from './sign-form.tsx';
import type { Words } from '../words/english.ts';
import { type Reading, type SigningPage, useContract } from './use-contract.ts';
import { Waiting } from './waiting-signature.tsx';

interface SignPanelProps {
  readonly page: SigningPage;
  /** The panel around what is shown, unless the device is handed over. */
  readonly frame: (content: ComponentChildren) => ComponentChildren;
  /** Fills the screen while the device is handed over. */
  readonly onHand: (isGiven: boolean) => void;
}

/** The contracts of the link: of the offer on the stage first, else the newest. */
export function SignPanel({ page, frame, onHand }: SignPanelProps) {
  const { words } = page;
  const reading = useContract(page);
  const contract = withWaiting(reading);
  const { presentationId } = page.state.presentation;
  const [isHanded, setHanded] = useState(() => isHandedOver(presentationId));
  const [isChoosing, setChoosing] = useState(false);
  const hand = (isGiven: boolean): void => {
    setHanded(isGiven);
    setChoosing(false);
    onHand(isGiven);
  };
  const form = (one: Contract, holder: Signer | null) => (
    <Form page={page} reading={reading} contract={one} holder={holder} />
  );
  const notes = <Notes page={page} reading={reading} />;
  if (isHanded) {
    return (
      <HandOver
        contract={contract}
        presentationId={presentationId}
        words={words}
        form={(holder) => contract !== undefined && form(contract, holder)}
        notes={notes}
        onEnd={() => hand(false)}
      />
    );
  }
  const isMissing = contract !== undefined && isOpen(contract) && contract.missingSigners.length > 0;
  return frame(
    <>
      {contract === undefined && page.contracts.all !== null && <p>{words.noContract}</p>}
      <p role="status">{page.contracts.all === null && !reading.canSign ? words.signOnline : null}</p>
      <Standing contract={contract} words={words} />
      {isMissing && isChoosing && (
        <PinForm
          label={words.choosePin}
          action={words.handOver}
          problem={null}
          isAsked
          onPin={(pin) => {
            handOver(presentationId, pin);
            hand(true);
          }}
        />
      )}
      {isMissing && !isChoosing && (
        <button class="secondary" type="button" onClick={() => setChoosing(true)}>
          {words.handOver}
        </button>
      )}
      {isMissing && form(contract, null)}
      {contract !== undefined && !isOpen(contract) && <Settled {...reading} contract={contract} words={words} />}
      <Other reading={reading} words={words} />
      {notes}
    </>,
  );
}

/** The contract as it is once the signatures have arrived that wait: their signers need not sign again. */
function withWaiting({ contract, waiting }: Reading): Contract | undefined {
  const hasSigned = (signer: Signer): boolean => waiting.some(({ signature }) => signature.signer === signer);
  return contract && { ...contract, missingSigners: contract.missingSigners.filter((signer) => !hasSigned(signer)) };
}

interface NotesProps {
  readonly page: SigningPage;
  readonly reading: Reading;
}

/** The signatures that wait, and what went wrong. */
function Notes({ page: { words }, reading }: NotesProps) {
  return (
    <>
      {reading.waiting.map((one) => (
        <Waiting key={one.key} {...reading} waiting={one} words={words} />
      ))}
      <p role="alert">{reading.problem}</p>
    </>
  );
}

interface OtherProps {
  readonly reading: Reading;
  readonly words: Words;
}

/** Leads to another contract, which may have come while this one is read. */
function Other({ reading: { other, onOther }, words }: OtherProps) {
  if (other === undefined) return null;
  return (
    <button class="secondary" type="button" onClick={() => onOther(other.contractId)}>
      {words.otherContract}
    </button>
  );
}

interface FormProps extends NotesProps {
  readonly contract: Contract;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
}

/** The form that signs or declines a contract. It stays while the document changes, so that a choice does. */
function Form({ page: { state, words }, reading, contract, holder }: FormProps) {
  const { contractId, missingSigners, signatures, sourceSlideId, document } = contract;
  const [first, ...further] = document.tiers;
  const [turn, setTurn] = useState({ contractId, signer: holder ?? missingSigners[0] ?? null, count: 0 });
  const { signer, count } = turn;
  // Name and drawing are those of one signer of one contract: the next one begins with nothing chosen that can be asked.
  if (turn.contractId !== contractId || (signer !== null && !missingSigners.includes(signer))) {
    const next = holder ?? (document.coSigner === undefined ? missingSigners[0] : null) ?? null;
    setTurn({ contractId, signer: next, count: count + 1 });
  }
  const offer = state.presentation.offers.find((one) => one.sourceSlideId === sourceSlideId) ?? offerOf(state);
  const only = further.length === 0 ? first?.tier : undefined;
  const initial = reading.before?.signatures[0]?.tier ?? offer?.selectedTier ?? only ?? null;
  return (
    <SignForm
      key={count}
      {...reading}
      contract={contract}
      before={reading.before?.document ?? null}
      agreed={signatures[0]?.tier ?? reading.waiting[0]?.signature.tier ?? null}
      initial={count === 0 ? initial : (only ?? null)}
      words={words}
      holder={holder}
      signer={signer}
      onSigner={(chosen) => setTurn({ ...turn, signer: chosen })}
    />
  );
}
