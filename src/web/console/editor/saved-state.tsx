/** @jsxImportSource preact */
import type { SaveState } from './edited-deck.ts';

const words: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  saving: 'Saving',
  waiting: 'Not saved: the server does not answer. It is sent again by itself.',
  disputed: 'Not saved: somebody changed the same text. Choose below.',
  refused: 'Not saved: see the field.',
};

/** Whether what was written is stored. */
export function SavedState({ state }: { readonly state: SaveState }) {
  const kind = state === 'saved' ? 'good' : state === 'saving' ? '' : 'warn';
  return (
    <p class={`editor-state badge ${kind}`} role="status">
      {words[state]}
    </p>
  );
}
