/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../controls/confirm.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { useIdempotencyKey } from '../presentations/once.ts';
import { useMay } from '../visitor.ts';
import type { ShownContract } from './contract.tsx';
import { SendContractDocument, VoidContractDocument } from './contract.graphql.ts';
import { Decline } from './decline.tsx';
import { EditDraft } from './edit-draft.tsx';
import { Rescind } from './rescind.tsx';

type Action = 'edit' | 'void' | 'decline' | 'rescind';

/** What can be done with a contract in its state. */
export function ContractActions({ contract }: { readonly contract: ShownContract }) {
  const may = useMay();
  const [action, setAction] = useState<Action>();
  const [{ error, fetching }, sendContract] = useMutation(SendContractDocument);
  const keyOf = useIdempotencyKey();
  if (!may('contracts:write')) return null;
  const { id, version, status, rescindableUntil } = contract;
  const isOpen = status === 'SENT' || status === 'VIEWED';
  const isDraft = status === 'DRAFT';
  const isRescindable = status === 'SIGNED' && rescindableUntil !== null;
  if (!isOpen && !isDraft && !isRescindable) return null;
  const close = (): void => setAction(undefined);
  const send = async (): Promise<void> => {
    if (fetching) return;
    const { data } = await sendContract({ id, idempotencyKey: keyOf({ id, version }) });
    if (data?.sendContract) toast('The contract is sent: a link that signs shows it.');
  };
  return (
    <>
      <p class="actions">
        {isDraft && (
          <>
            <button type="button" class="primary" aria-disabled={fetching} onClick={() => void send()}>
              Send
            </button>
            <button type="button" onClick={() => setAction('edit')}>
              Edit draft
            </button>
          </>
        )}
        {isOpen && (
          <button type="button" onClick={() => setAction('decline')}>
            Record that it is declined
          </button>
        )}
        {(isOpen || isDraft) && (
          <button type="button" class="danger" onClick={() => setAction('void')}>
            Withdraw
          </button>
        )}
        {isRescindable && (
          <button type="button" class="danger" onClick={() => setAction('rescind')}>
            Record a cancellation
          </button>
        )}
      </p>
      <Refusal error={error} />
      {action === 'edit' && <EditDraft contract={contract} onClose={close} />}
      {action === 'void' && <Withdraw id={id} onClose={close} />}
      {action === 'decline' && <Decline id={id} onClose={close} />}
      {action === 'rescind' && <Rescind contract={contract} onClose={close} />}
    </>
  );
}

function Withdraw({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [{ error }, voidContract] = useMutation(VoidContractDocument);
  return (
    <Confirm
      title="Withdraw this contract"
      action="Withdraw"
      error={error}
      onClose={onClose}
      onConfirm={async () => {
        const { data } = await voidContract({ id });
        if (!data?.voidContract) return;
        toast('The contract is withdrawn. Its presentation may have a new one.');
        onClose();
      }}
    >
      <p>It can no longer be signed, and open pages show that. Nothing undoes this.</p>
    </Confirm>
  );
}
