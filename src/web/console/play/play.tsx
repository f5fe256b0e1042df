/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../controls/confirm.tsx';
import { Empty } from '../controls/empty.tsx';
import { useFilters } from '../controls/filters.ts';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { toast } from '../controls/toasts.tsx';
import {
  CreateReceiverDocument,
  DeleteReceiverDocument,
  type ReceiverFragment,
  ReceiversDocument,
} from './play.graphql.ts';
import { Receiver } from './receiver.tsx';
import { Requests } from './requests.tsx';
import { VerifyCodes } from './verify-codes.tsx';

/** Webhook receivers for trying: what arrives, whether its signature is right, and how to verify it in a program. */
export function Play() {
  useTitle('Playground');
  const { get, set } = useFilters();
  const [{ data, error }, read] = useQuery({ query: ReceiversDocument });
  const [{ fetching, error: refused }, create] = useMutation(CreateReceiverDocument);
  const [isDeleting, setDeleting] = useState(false);
  const receivers = data?.playgroundReceivers?.nodes ?? [];
  const receiver = receivers.find(({ id }) => id === get('receiver')) ?? receivers[0];
  const add = async (): Promise<void> => {
    if (fetching) return;
    const { data: created } = await create({ input: {} });
    if (created?.createPlaygroundReceiver) set('receiver', created.createPlaygroundReceiver.receiver.id);
  };
  const addButton = (
    <button
      type="button"
      class={receiver === undefined ? 'primary' : ''}
      aria-disabled={fetching}
      onClick={() => void add()}
    >
      Create a receiver
    </button>
  );
  return (
    <>
      <header class="heading">
        <h1>Playground</h1>
        {receiver !== undefined && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete receiver
          </button>
        )}
      </header>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      <Refusal error={refused} />
      {data === undefined && error === undefined && <Skeleton />}
      {data !== undefined && receiver === undefined && (
        <Empty title="Try webhooks before you have a server">
          <p>A receiver of this server shows each webhook that it is sent, and answers as you choose.</p>
          <p>{addButton}</p>
        </Empty>
      )}
      {receiver !== undefined && (
        <>
          <nav class="choices" aria-label="Receivers">
            <ul>
              {receivers.map((one) => (
                <li key={one.id}>
                  <a href={`/app/play?receiver=${one.id}`} aria-current={one.id === receiver.id ? 'true' : undefined}>
                    {one.subscription?.eventType ?? 'Not subscribed'}, made <Moment at={one.createdAt} />
                  </a>
                </li>
              ))}
            </ul>
            {addButton}
          </nav>
          <Receiver key={receiver.id} receiver={receiver} />
          <Requests key={receiver.id} receiverId={receiver.id} subscriptionId={receiver.subscription?.id} />
        </>
      )}
      <VerifyCodes />
      {isDeleting && receiver !== undefined && (
        <Deletion key={receiver.id} receiver={receiver} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

function Deletion({ receiver, onClose }: { readonly receiver: ReceiverFragment; readonly onClose: () => void }) {
  const [{ error }, remove] = useMutation(DeleteReceiverDocument);
  return (
    <Confirm
      title="Delete this receiver"
      action="Delete"
      error={error}
      onClose={onClose}
      onConfirm={async () => {
        const { data } = await remove({ id: receiver.id });
        if (!data?.deletePlaygroundReceiver) return;
        toast('The receiver is deleted.');
        onClose();
      }}
    >
      <p>
        What it was sent is deleted with it, and webhooks to its URL fail from now on.
        {receiver.subscription && ` The subscription “${receiver.subscription.name}” stays and goes on sending.`}
      </p>
    </Confirm>
  );
}
