/** @jsxImportSource preact */
import type { Listening } from './use-listening.ts';

interface ListenButtonProps {
  readonly listening: Listening;
  /** What else it starts. */
  readonly onListen?: () => void;
}

/** Starts and stops a voice. */
export function ListenButton({ listening: { state, listen, stop }, onListen }: ListenButtonProps) {
  const start = (): void => {
    onListen?.();
    listen();
  };
  return (
    <button type="button" onClick={state === 'idle' ? start : stop}>
      {state === 'idle' ? 'Listen' : 'Stop'}
    </button>
  );
}

/** What is awaited, and why there is no voice. */
export function ListenState({ listening: { state, reason } }: { readonly listening: Listening }) {
  return (
    <p class="hint" role="status">
      {state === 'preparing' && 'The voice is being prepared…'}
      {reason !== null && `${reason} The words light up at the pace of reading.`}
    </p>
  );
}
