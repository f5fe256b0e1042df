/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useLocation } from 'preact-iso';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { CreateDeckDocument } from './decks.graphql.ts';

/** Creates a deck by its name, and opens it. */
export function NewDeck({ onClose }: { readonly onClose: () => void }) {
  const { route } = useLocation();
  const [{ fetching, error }, createDeck] = useMutation(CreateDeckDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const name = new FormData(event.currentTarget).get('name');
    const { data } = await createDeck({ input: { name: typeof name === 'string' ? name : '' } });
    if (data?.createDeck) route(`/app/decks/${data.createDeck.deck.id}`);
  };
  const fault = faultAt(error, '/name');
  return (
    <Dialog title="New deck" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Name" name="name" required maxLength={200} autocomplete="off" autofocus fault={fault} />
        {fault === undefined && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Create
          </button>
        </p>
      </form>
    </Dialog>
  );
}
