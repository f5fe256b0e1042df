/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Signer } from '../story/answers.ts';
import { takeBack } from './handed.ts';
import { PinForm } from './pin-form.tsx';
import { Standing, type StandingProps } from './settled.tsx';
import { nameOf } from './signers.tsx';

interface HandOverProps extends StandingProps {
  readonly presentationId: string;
  /** The form of the signer who holds the device. */
  readonly form: (signer: Signer) => ComponentChildren;
  /** What is said beside the form, and where there is nothing to sign. */
  readonly notes: ComponentChildren;
  readonly onEnd: () => void;
}

/**
 * The contract alone, over the whole page, while the seller's device is with those who sign: it is handed to each signer,
 * who reads and signs, and then handed back to the seller, who proves it by the PIN.
 */
export function HandOver({ contract, presentationId, words, form, notes, onEnd }: HandOverProps) {
  const [holder, setHolder] = useState<Signer | null>(null);
  const [isEnding, setEnding] = useState(false);
  useHeldHistory();
  const signer = contract?.missingSigners[0];
  const isReturning = isEnding || signer === undefined;
  const isSigning = signer !== undefined && holder === signer;
  const name = contract === undefined || signer === undefined ? '' : nameOf(contract.document, signer);
  return (
    <Whole title={isReturning ? words.handBack : isSigning ? words.contract : words.handTo(name)}>
      <Standing contract={contract} words={words} />
      {isReturning && <Return presentationId={presentationId} words={words} onEnd={onEnd} />}
      {signer !== undefined && (
        <div class="step" hidden={isReturning}>
          {isSigning ? (
            form(signer)
          ) : (
            <button class="primary" type="button" onClick={() => setHolder(signer)}>
              {words.iAm(name)}
            </button>
          )}
        </div>
      )}
      {notes}
      {signer !== undefined && (
        <button class="secondary" type="button" onClick={() => setEnding(!isEnding)}>
          {isEnding ? words.notBack : words.handBack}
        </button>
      )}
    </Whole>
  );
}

type ReturnProps = Pick<HandOverProps, 'presentationId' | 'words' | 'onEnd'>;

/** Gives the page back to who knows the PIN. */
function Return({ presentationId, words, onEnd }: ReturnProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const check = (pin: string): void => {
    const result = takeBack(presentationId, pin);
    if (result === 'done') onEnd();
    else setProblem(result === 'wait' ? words.tooManyPins : words.wrongPin);
  };
  return <PinForm label={words.pin} action={words.gotBack} problem={problem} onPin={check} />;
}

/** The state of the history entry that keeps the page. */
const held = 'deckcast.handed';

/** Keeps the page where it is: going back ends at an entry of its own, and leaving it asks first. */
function useHeldHistory(): void {
  useEffect(() => {
    const hold = (): void => {
      if (history.state !== held) history.pushState(held, '');
    };
    const ask = (event: Event): void => event.preventDefault();
    hold();
    addEventListener('popstate', hold);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('popstate', hold);
      removeEventListener('beforeunload', ask);
      if (history.state === held) history.back();
    };
  }, []);
}

/** A dialog over the whole page, which no key closes. Each step begins at its title. */
function Whole({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const open = (): void => dialog.current?.showModal();
  const stay = (event: Event): void => event.preventDefault();
  // A dialog gives the focus back as it closes, which it can while it is in the page alone.
  useLayoutEffect(() => {
    const { current } = dialog;
    open();
    return () => current?.close();
  }, []);
  useLayoutEffect(() => {
    head.current?.focus();
    dialog.current?.scrollTo(0, 0);
  }, [title]);
  // A browser that does not know closedby closes a dialog that refuses it twice: then it is opened again.
  return (
    <dialog ref={dialog} class="whole" closedby="none" aria-labelledby="whole-title" onCancel={stay} onClose={open}>
      <div class="sheet">
        <h2 id="whole-title" tabIndex={-1} ref={head}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
