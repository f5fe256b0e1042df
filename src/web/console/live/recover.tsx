/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { faultAt } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Choice } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { PendingCountDocument, RecoverDeliveriesDocument, SubscriptionNamesDocument } from './deliveries.graphql.ts';
import { useAttempts } from './use-attempts.ts';

interface RecoverProps {
  readonly subscriptionId: string | null;
  readonly onClose: () => void;
}

/** Sends what a subscription has missed since a time: dead and skipped deliveries again, and events without a delivery. */
export function Recover({ subscriptionId: given, onClose }: RecoverProps) {
  const [{ data }] = useQuery({ query: SubscriptionNamesDocument });
  const [subscriptionId, setSubscriptionId] = useState(given ?? '');
  const [since, setSince] = useState(() => localTime(Date.now() - 86_400_000));
  const [{ data: recovered, error, fetching }, recover] = useMutation(RecoverDeliveriesDocument);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!fetching) void recover({ subscriptionId, input: { since: new Date(since).toISOString() } });
  };
  const count = recovered?.recoverDeliveries?.recoveredCount;
  const fault = faultAt(error, '/since');
  return (
    <Dialog title="Recover missed events" onClose={onClose}>
      <p class="hint">
        Sends the events again that the receiver has missed: deliveries that are dead or were skipped, and events for
        which none was made. What it has received is not sent again.
      </p>
      <form onSubmit={submit}>
        <Choice
          label="Subscription"
          required
          value={subscriptionId}
          onChange={({ currentTarget }) => setSubscriptionId(currentTarget.value)}
        >
          <option value="" disabled>
            Choose one
          </option>
          {data?.subscriptions?.nodes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <div class="field">
          <label for="recover-since">Events since</label>
          <input
            id="recover-since"
            type="datetime-local"
            required
            value={since}
            max={localTime(Date.now())}
            onInput={({ currentTarget }) => setSince(currentTarget.value)}
          />
          {fault !== undefined && <p class="fault">{fault}</p>}
        </div>
        {fault === undefined && <Refusal error={error} />}
        {count !== undefined && <Progress key={count} subscriptionId={subscriptionId} count={count} />}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Recover
          </button>
        </p>
      </form>
    </Dialog>
  );
}

interface ProgressProps {
  readonly subscriptionId: string;
  readonly count: number;
}

/** How many of the recovered deliveries no longer wait. */
function Progress({ subscriptionId, count }: ProgressProps) {
  const [{ data }, read] = useQuery({
    query: PendingCountDocument,
    variables: { subscriptionId },
    requestPolicy: 'network-only',
    pause: count === 0,
  });
  useAttempts(subscriptionId, () => read({ requestPolicy: 'network-only' }));
  if (count === 0) return <p role="status">Nothing was missed since then.</p>;
  const waiting = Math.min(count, data?.subscription?.health.pendingCount ?? count);
  return (
    <div role="status">
      <label class="live-progress">
        {waiting === 0
          ? `All ${count.toLocaleString()} are sent.`
          : `${count - waiting} of ${count.toLocaleString()} are sent.`}
        <progress max={count} value={count - waiting} />
      </label>
    </div>
  );
}

/** A time as `datetime-local` has it. */
function localTime(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
