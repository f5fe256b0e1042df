/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { randomId } from '../../story/random-id.ts';
import { reasonOf } from '../api/problems.ts';
import { Confirm } from '../controls/confirm.tsx';
import { toast } from '../controls/toasts.tsx';
import { exportDeck } from './deck-files.ts';
import { DeleteDeckDocument, DuplicateDeckDocument } from './decks.graphql.ts';

interface DeckActionsProps {
  readonly deck: { readonly id: string; readonly name: string };
  readonly onDuplicated: (id: string) => void;
  readonly onDeleted: () => void;
}

/** Exports a deck as a file, duplicates it, or deletes it after a question. */
export function DeckActions({ deck: { id, name }, onDuplicated, onDeleted }: DeckActionsProps) {
  const [isAsked, setAsked] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const key = useRef(randomId());
  const [copying, duplicate] = useMutation(DuplicateDeckDocument);
  const [deletion, remove] = useMutation(DeleteDeckDocument);
  const doDuplicate = async (): Promise<void> => {
    if (copying.fetching) return;
    const { data, error } = await duplicate({ deckId: id, idempotencyKey: key.current });
    if (error !== undefined) toast(`“${name}” is not duplicated: ${reasonOf(error)}`);
    if (!data?.duplicateDeck) return;
    key.current = randomId();
    toast(`“${data.duplicateDeck.deck.name}” is ready.`);
    onDuplicated(data.duplicateDeck.deck.id);
  };
  const doDelete = async (): Promise<void> => {
    const { error } = await remove({ id });
    if (error !== undefined) return;
    setAsked(false);
    toast(`“${name}” is deleted.`);
    onDeleted();
  };
  const doExport = async (): Promise<void> => {
    if (isExporting) return;
    setExporting(true);
    const refused = await exportDeck(id);
    setExporting(false);
    if (refused !== null) toast(`“${name}” is not exported: ${refused.reason}`);
  };
  return (
    <>
      <button type="button" aria-label={`Export ${name}`} aria-disabled={isExporting} onClick={() => void doExport()}>
        Export
      </button>
      <button
        type="button"
        aria-label={`Duplicate ${name}`}
        aria-disabled={copying.fetching}
        onClick={() => void doDuplicate()}
      >
        Duplicate
      </button>
      <button type="button" class="danger" aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
        Delete
      </button>
      {isAsked && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete deck"
          error={deletion.error}
          onConfirm={doDelete}
          onClose={() => setAsked(false)}
        >
          <p>
            Its slides and FAQs are deleted, and so are its presentations and the contracts that nobody has signed.
            Nothing undoes this.
          </p>
        </Confirm>
      )}
    </>
  );
}
