/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Refusal } from '../controls/refusal.tsx';
import { StatusBadge } from '../live/status-badge.tsx';
import { useAttempts } from '../live/use-attempts.ts';
import { TestResultDocument, TestSubscriptionDocument } from './subscriptions.graphql.ts';

/** Sends a test to the receiver, and shows what becomes of it. */
export function TestFire({ id }: { readonly id: string }) {
  const [{ fetching, error }, test] = useMutation(TestSubscriptionDocument);
  const [deliveryId, setDeliveryId] = useState<string>();
  const send = async (): Promise<void> => {
    if (fetching) return;
    const { data } = await test({ id, idempotencyKey: crypto.randomUUID() });
    setDeliveryId(data?.testSubscription?.delivery.id);
  };
  return (
    <section class="card stack" aria-labelledby="test">
      <h2 id="test">Test</h2>
      <p class="hint">Sends the event test.ping to this receiver alone, also while the subscription is paused.</p>
      <Refusal error={error} />
      {deliveryId !== undefined && <Result key={deliveryId} id={deliveryId} subscriptionId={id} />}
      <p class="actions">
        <button type="button" aria-disabled={fetching} onClick={() => void send()}>
          Send a test
        </button>
      </p>
    </section>
  );
}

function Result({ id, subscriptionId }: { readonly id: string; readonly subscriptionId: string }) {
  const [{ data }, read] = useQuery({ query: TestResultDocument, variables: { id }, requestPolicy: 'network-only' });
  useAttempts(subscriptionId, () => read({ requestPolicy: 'network-only' }));
  const delivery = data?.delivery;
  if (!delivery) return <p role="status">Sending…</p>;
  const last = delivery.attempts.at(-1);
  return (
    <p role="status" class="live-attempt">
      <StatusBadge status={delivery.status} attemptCount={delivery.attemptCount} />
      {last === undefined
        ? 'Sending…'
        : `${last.error ?? `The receiver accepted it${last.statusCode === null ? '' : ` with ${last.statusCode}`}`} in ${last.durationMs.toLocaleString()} ms.`}
    </p>
  );
}
