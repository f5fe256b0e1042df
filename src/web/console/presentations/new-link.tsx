/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Check, Choice, Field } from '../controls/field.tsx';
import { formText } from '../controls/form-text.ts';
import { Refusal } from '../controls/refusal.tsx';
import { CreatePresentationLinkDocument } from './links.graphql.ts';
import { SharedLink } from './shared-link.tsx';

interface NewLinkProps {
  readonly presentationId: string;
  readonly onClose: () => void;
}

const dayMs = 24 * 60 * 60 * 1_000;
const dateOf = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Makes a link and shows its URL, which nothing shows again. */
export function NewLink({ presentationId, onClose }: NewLinkProps) {
  const [{ data, error }, createLink] = useMutation(CreatePresentationLinkDocument);
  const isSent = useRef(false);
  const made = data?.createPresentationLink;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSent.current) return;
    isSent.current = true;
    const form = event.currentTarget;
    const text = (name: string): string => formText(form, name);
    await createLink({
      presentationId,
      input: {
        name: text('name'),
        scope: text('scope') === 'VIEW' ? 'VIEW' : 'VIEW_AND_SIGN',
        isOneTime: text('isOneTime') !== '',
        // The end of that day, here.
        ...(text('expires') !== '' && { expiresAt: new Date(`${text('expires')}T23:59:59`).toISOString() }),
      },
    });
    isSent.current = false;
  };
  if (made) {
    return (
      <Dialog title={`Link “${made.link.name}”`} onClose={onClose}>
        <p>Copy the link now: nothing shows it again.</p>
        <SharedLink url={made.url} label="New link" mayOpen={!made.link.isOneTime} />
      </Dialog>
    );
  }
  const faults = ['/name', '/scope', '/isOneTime', '/expiresAt'].map((pointer) => faultAt(error, pointer));
  const [nameFault, scopeFault, onceFault, expiryFault] = faults;
  return (
    <Dialog title="New link" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={200}
          autocomplete="off"
          hint="Who gets it, or where it is used"
          fault={nameFault}
        />
        <Choice label="It lets its holder" name="scope" fault={scopeFault}>
          <option value="VIEW_AND_SIGN">View and sign</option>
          <option value="VIEW">View</option>
        </Choice>
        <Field
          label="Expires at the end of"
          name="expires"
          type="date"
          min={dateOf(0)}
          max={dateOf(365)}
          defaultValue={dateOf(30)}
          fault={expiryFault}
        />
        <Check label="Only the first browser that opens it can open it" name="isOneTime" fault={onceFault} />
        {faults.every((fault) => fault === undefined) && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary">
            Create link
          </button>
        </p>
      </form>
    </Dialog>
  );
}
