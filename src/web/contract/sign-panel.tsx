/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Contract, Signer } from '../story/answers.ts';
import { offerOf } from '../story/state.ts';
import { isOpen } from './contracts.ts';
import { HandOver } from './hand-over.tsx';
import { Settled, Standing } from './settled.tsx';
import { SignForm } from './sign-form.tsx';
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
  const [isHanded, setHanded] = useState(false);
  const hand = (isGiven: boolean): void => {
    setHanded(isGiven);
    onHand(isGiven);
  };
  const form = (one: Contract, holder: Signer | null) => (
    <Form page={page} reading={reading} contract={one} holder={holder} />
  );
  const notes = <Notes page={page} reading={reading} />;
  if (isHanded && contract !== undefined) {
    return (
      <HandOver
        contract={contract}
        words={words}
        form={(holder) => form(contract, holder)}
        notes={notes}
        onEnd={() => hand(false)}
      />
    );
  }
  const isMissing = contract !== undefined && isOpen(contract) && contract.missingSigners.length > 0;
  return frame(
    <>
      {contract === undefined && page.contracts.all !== null && <p>{words.noContract}</p>}
      <p role="status">{page.contracts.all === null && !reading.maySign ? words.signOnline : null}</p>
      <Standing contract={contract} words={words} />
      {isMissing && (
        <button class="secondary" type="button" onClick={() => hand(true)}>
          {words.handOver}
        </button>
      )}
      {isMissing && form(contract, null)}
      {contract !== undefined && !isOpen(contract) && <Settled {...reading} contract={contract} words={words} />}
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

interface FormProps extends NotesProps {
  readonly contract: Contract;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
}

/** The form that signs or declines a contract. Each signer gets a new one, and so does each document. */
function Form({ page: { state, words }, reading, contract, holder }: FormProps) {
  const { documentHash, missingSigners, signatures, slideId } = contract;
  const initial = state.presentation.offers.find((offer) => offer.slideId === slideId) ?? offerOf(state);
  return (
    <SignForm
      key={`${documentHash} ${missingSigners.join(' ')}`}
      {...reading}
      contract={contract}
      before={reading.before?.document ?? null}
      agreed={signatures[0]?.tier ?? reading.waiting[0]?.signature.tier ?? null}
      initial={initial?.selectedTier ?? null}
      words={words}
      holder={holder}
    />
  );
}
