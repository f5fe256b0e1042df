/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { CreateReceiverDocument, DeleteReceiverDocument, ReceiversDocument } from './play.graphql.ts';
import { Receiver } from './receiver.tsx';
import { Requests } from './requests.tsx';
import { VerifyCodes } from './verify-codes.tsx';

/** A webhook receiver for trying: what arrives, whether its signature is right, and how to verify it in a program. */
export function Play() {
  useTitle('Playground');
  const [{ data, error }, read] = useQuery({ query: ReceiversDocument });
  const [creating, create] = useMutation(CreateReceiverDocument);
  const [removing, remove] = useMutation(DeleteReceiverDocument);
  const receiver = data?.playgroundReceivers?.nodes[0];
  return (
    <>
      <header class="heading">
        <h1>Playground</h1>
        {receiver !== undefined && (
          <button
            type="button"
            class="danger"
            aria-disabled={removing.fetching}
            onClick={() => void remove({ id: receiver.id })}
          >
            Delete receiver
          </button>
        )}
      </header>
      <Refusal error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      <Refusal error={creating.error ?? removing.error} />
      {data === undefined && error === undefined && <Skeleton />}
      {data !== undefined && receiver === undefined && (
        <Empty title="Try webhooks before you have a server">
          <p>A receiver of this server shows each webhook that it is sent, and answers as you choose.</p>
          <p>
            <button
              type="button"
              class="primary"
              aria-disabled={creating.fetching}
              onClick={() => void create({ input: {} })}
            >
              Create a receiver
            </button>
          </p>
        </Empty>
      )}
      {receiver !== undefined && (
        <>
          <Receiver receiver={receiver} />
          <Requests receiverId={receiver.id} subscriptionId={receiver.subscription?.id} />
        </>
      )}
      <VerifyCodes />
    </>
  );
}
