/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';
import { randomId } from '../../story/random-id.ts';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { CreateDeckDocument, ImportDeckDocument } from './decks.graphql.ts';
import { Gallery } from './gallery.tsx';
import type { Starter } from './starters.ts';

/** Creates a deck that is empty or a copy of a starter, and opens it. */
export function NewDeck({ onClose }: { readonly onClose: () => void }) {
  const { route } = useLocation();
  const [starter, setStarter] = useState<Starter | null>(null);
  const [creation, create] = useMutation(CreateDeckDocument);
  const [copying, copy] = useMutation(ImportDeckDocument);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(randomId());
  const { error } = starter === null ? creation : copying;

  const send = async (name: string): Promise<string | undefined> => {
    if (starter === null) return (await create({ input: { name } })).data?.createDeck?.deck.id;
    const file = await fileOf(starter, name);
    return file && (await copy({ file, idempotencyKey: key.current })).data?.importDeck?.deck.id;
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const name = new FormData(event.currentTarget).get('name');
    const id = await send(typeof name === 'string' ? name.trim() : '');
    setBusy(false);
    if (id === undefined) return;
    // Back leads to the list, without this dialog.
    onClose();
    route(`/app/decks/${id}`);
  };
  const fault = faultAt(error, starter === null ? '/name' : '/file/deck/name');
  return (
    <Dialog title="New deck" isWide onClose={onClose}>
      {/* A key stands for what is sent: what is typed or chosen anew is another deck. */}
      <form onSubmit={(event) => void submit(event)} onInput={() => (key.current = randomId())}>
        <Field
          label="Name"
          name="name"
          hint={starter === null ? undefined : `Without a name it is called “${starter.name}”.`}
          required={starter === null}
          maxLength={200}
          autocomplete="off"
          autofocus
          fault={fault}
        />
        <Gallery chosen={starter} onChoose={setStarter} />
        {fault === undefined && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy}>
            Create
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** The file of a starter with a name of its author's own. @returns undefined when it has not loaded, and says so */
async function fileOf(starter: Starter, name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(starter.file);
    const file = (await response.json()) as { readonly deck: object };
    return name === '' ? { ...file } : { ...file, deck: { ...file.deck, name } };
  } catch {
    toast(`“${starter.name}” has not loaded. Check the network and try again.`);
    return undefined;
  }
}
