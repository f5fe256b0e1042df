/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { TextArea } from '../controls/field.tsx';
import { formText } from '../controls/form-text.ts';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { DeclineContractDocument } from './contract.graphql.ts';

/** Declines a contract on behalf of the homeowner. */
export function Decline({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [{ error, fetching }, declineContract] = useMutation(DeclineContractDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const reason = formText(event.currentTarget, 'reason').trim();
    const { data } = await declineContract({ id, input: reason === '' ? {} : { reason } });
    if (!data?.declineContract) return;
    toast('The contract is declined.');
    onClose();
  };
  const fault = faultAt(error, '/reason');
  return (
    <Dialog title="Record that it is declined" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>The homeowner has said that they do not sign it. Nothing undoes this; a new contract may be drafted.</p>
        <TextArea label="Reason" name="reason" maxLength={1_000} hint="If they gave one" fault={fault} />
        {fault === undefined && <Refusal error={error} />}
        <p class="actions">
          <button type="submit" class="danger" aria-disabled={fetching}>
            Record
          </button>
        </p>
      </form>
    </Dialog>
  );
}
