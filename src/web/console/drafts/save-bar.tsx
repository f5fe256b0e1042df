/** @jsxImportSource preact */
import type { Draft } from './use-draft.ts';

interface SaveBarProps<T extends object> {
  readonly draft: Draft<T>;
}

/** Saves or discards a draft; it stays in sight while there is something to save. */
export function SaveBar<T extends object>({ draft }: SaveBarProps<T>) {
  const isBlocked = draft.isSaving || !draft.isChanged || draft.conflicts.length > 0;
  return (
    <div class={draft.isChanged ? 'drafts-bar is-changed' : 'drafts-bar'}>
      <button type="submit" class="primary" aria-disabled={isBlocked}>
        Save
      </button>
      {draft.isChanged && (
        <button type="button" onClick={draft.discard}>
          Discard changes
        </button>
      )}
      <span class="hint" role="status">
        {stateOf(draft)}
      </span>
    </div>
  );
}

type State = Pick<Draft<object>, 'isChanged' | 'isSaving'> & { readonly conflicts: readonly unknown[] };

function stateOf({ isChanged, isSaving, conflicts }: State): string {
  if (isSaving) return 'Saving';
  if (conflicts.length > 0) return 'Choose between the values above first';
  return isChanged ? 'Not saved yet' : 'All changes are saved';
}
