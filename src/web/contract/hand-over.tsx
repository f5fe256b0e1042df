/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Contract, Signer } from '../story/answers.ts';
import type { Words } from '../words/english.ts';
import { Standing } from './settled.tsx';
import { nameOf } from './signers.tsx';

interface HandOverProps {
  readonly contract: Contract;
  readonly words: Words;
  /** The form of the signer who holds the device. */
  readonly form: (signer: Signer) => ComponentChildren;
  /** What is said beside the form, and where there is nothing to sign. */
  readonly notes: ComponentChildren;
  readonly onEnd: () => void;
}

/**
 * The contract alone, over the whole page, while the seller's device is with those who sign: it is handed to each signer,
 * who reads and signs, and then handed back.
 */
export function HandOver({ contract, words, form, notes, onEnd }: HandOverProps) {
  const [holder, setHolder] = useState<Signer | null>(null);
  const { document, missingSigners } = contract;
  const [signer] = missingSigners;
  const isSigning = signer !== undefined && holder === signer;
  const name = signer === undefined ? '' : nameOf(document, signer);
  const title = signer === undefined ? words.handBack : isSigning ? words.contract : words.handTo(name);
  return (
    <Whole title={title}>
      <Standing contract={contract} words={words} />
      {isSigning ? (
        form(signer)
      ) : (
        <button class="primary" type="button" onClick={() => (signer === undefined ? onEnd() : setHolder(signer))}>
          {signer === undefined ? words.gotBack : words.iAm(name)}
        </button>
      )}
      {notes}
      {signer !== undefined && (
        <button class="secondary" type="button" onClick={onEnd}>
          {words.handBack}
        </button>
      )}
    </Whole>
  );
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
