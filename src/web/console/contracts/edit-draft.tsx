/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Field } from '../controls/field.tsx';
import { formText } from '../controls/form-text.ts';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import type { ShownContract } from './contract.tsx';
import { UpdateContractDocument } from './contract.graphql.ts';

interface EditDraftProps {
  readonly contract: ShownContract;
  readonly onClose: () => void;
}

/** The day of a time, here. */
function dayOf(at: string): string {
  const date = new Date(at);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Changes who signs a draft, and until when. */
export function EditDraft({ contract, onClose }: EditDraftProps) {
  const { id, coSigner, expiresAt } = contract;
  const [{ error, fetching }, updateContract] = useMutation(UpdateContractDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const name = formText(event.currentTarget, 'coSigner').trim();
    const day = formText(event.currentTarget, 'expires');
    const isSameDay = expiresAt !== null && day === dayOf(expiresAt);
    const { data } = await updateContract({
      id,
      input: {
        coSigner: name === '' ? null : name,
        ...(!isSameDay && { expiresAt: day === '' ? null : new Date(`${day}T23:59:59`).toISOString() }),
      },
    });
    if (!data?.updateContract) return;
    toast('The draft is changed.');
    onClose();
  };
  const nameFault = faultAt(error, '/coSigner');
  const dayFault = faultAt(error, '/expiresAt');
  return (
    <Dialog title="Edit draft" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label="Second owner"
          name="coSigner"
          maxLength={200}
          autocomplete="off"
          defaultValue={coSigner ?? ''}
          hint="Signs, too. Empty where one signature is enough"
          fault={nameFault}
        />
        <Field
          label="Can be signed until the end of"
          name="expires"
          type="date"
          defaultValue={expiresAt === null ? '' : dayOf(expiresAt)}
          hint="Empty for the usual time after it is sent"
          fault={dayFault}
        />
        {nameFault === undefined && dayFault === undefined && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Save
          </button>
        </p>
      </form>
    </Dialog>
  );
}
