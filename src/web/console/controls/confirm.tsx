/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

interface ConfirmProps {
  readonly title: string;
  /** What it does, and what stays. */
  readonly children: ComponentChildren;
  /** The verb of the button. */
  readonly action: string;
  /** What the other button says. */
  readonly cancel?: string;
  readonly error: CombinedError | undefined;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function Confirm({ title, children, action, cancel = 'Cancel', error, onConfirm, onClose }: ConfirmProps) {
  const isSent = useRef(false);
  const confirm = async (): Promise<void> => {
    if (isSent.current) return;
    isSent.current = true;
    await onConfirm();
    isSent.current = false;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">{children}</div>
      <Refusal error={error} />
      <p class="actions">
        <button type="button" class="danger" onClick={() => void confirm()}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          {cancel}
        </button>
      </p>
    </Dialog>
  );
}
