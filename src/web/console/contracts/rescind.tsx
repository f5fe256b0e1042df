/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt } from '../api/problems.ts';
import { untilText } from '../../words/amounts.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Field } from '../controls/field.tsx';
import { formText } from '../controls/form-text.ts';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import type { ShownContract } from './contract.tsx';
import { RescindContractDocument } from './contract.graphql.ts';

interface RescindProps {
  readonly contract: ShownContract;
  readonly onClose: () => void;
}

/** Records that the homeowner has canceled what they signed. A letter counts by the day on which it was sent. */
export function Rescind({ contract, onClose }: RescindProps) {
  const { id, rescindableUntil, document } = contract;
  const [{ error, fetching }, rescindContract] = useMutation(RescindContractDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const day = formText(event.currentTarget, 'givenAt');
    const { data } = await rescindContract({
      id,
      input: day === '' ? {} : { givenAt: new Date(`${day}T12:00:00`).toISOString() },
    });
    if (!data?.rescindContract) return;
    toast('The cancellation is recorded.');
    onClose();
  };
  const fault = faultAt(error, '/givenAt');
  return (
    <Dialog title="Record a cancellation" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {rescindableUntil !== null && (
          <p>
            The homeowner may cancel until {untilText(rescindableUntil, 'en', document.timeZone ?? 'UTC').text}. Nothing
            undoes this.
          </p>
        )}
        <Field
          label="Notice given on"
          name="givenAt"
          type="date"
          hint="The day of the postmark; empty for now"
          fault={fault}
        />
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
