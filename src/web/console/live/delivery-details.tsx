/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { reasonOf } from '../api/problems.ts';
import { Copy } from '../controls/copy.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { Attempts } from './attempts.tsx';
import { curlOf } from './curl.ts';
import {
  DeliveryDetailsDocument,
  type DeliveryDetailsQuery,
  ExplainDeliveryDocument,
  ResendDeliveryDocument,
} from './deliveries.graphql.ts';
import { StatusBadge } from './status-badge.tsx';
import { useAttempts } from './use-attempts.ts';

interface DeliveryDetailsProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One delivery: why it is as it is, and its attempts as they are made. */
export function DeliveryDetails({ id, onClose }: DeliveryDetailsProps) {
  const [{ data, error }, read] = useQuery({ query: DeliveryDetailsDocument, variables: { id } });
  const delivery = data?.delivery;
  useAttempts(delivery?.subscriptionId ?? null, () => read({ requestPolicy: 'network-only' }));
  return (
    <Dialog title={delivery?.event?.type ?? 'Delivery'} onClose={onClose} isWide>
      <Refusal error={error} />
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data !== undefined && delivery === null && <p>This delivery is no longer kept, or your key does not see it.</p>}
      {delivery && <Details delivery={delivery} />}
    </Dialog>
  );
}

type ShownDelivery = NonNullable<DeliveryDetailsQuery['delivery']>;

function Details({ delivery }: { readonly delivery: ShownDelivery }) {
  const { id, status, attemptCount, nextAttemptAt, createdAt, event, eventId, subscription, subscriptionId } = delivery;
  return (
    <>
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} attemptCount={attemptCount} />
        </dd>
        <dt>Subscription</dt>
        <dd>
          {subscription === null ? (
            'Deleted'
          ) : (
            <a href={`/app/subscriptions/${subscription.id}`}>{subscription.name}</a>
          )}
        </dd>
        <dt>Event</dt>
        <dd>
          <a href={`/app/live?event=${eventId}`}>{event?.type ?? eventId}</a>
        </dd>
        <dt>Created</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        {nextAttemptAt !== null && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <Moment at={nextAttemptAt} />
            </dd>
          </>
        )}
        <Reason
          eventId={eventId}
          subscriptionId={subscriptionId}
          changes={`${status} ${attemptCount}`}
          fallback={delivery.waitReason ?? delivery.skipReason}
        />
      </dl>
      <Actions delivery={delivery} key={id} />
      <Attempts attempts={delivery.attempts} />
    </>
  );
}

interface ReasonProps {
  readonly eventId: string;
  readonly subscriptionId: string;
  /** Another text means that the reason may be another one. */
  readonly changes: string;
  readonly fallback: string | null;
}

/** Why the delivery is as it is, in words. */
function Reason({ eventId, subscriptionId, changes, fallback }: ReasonProps) {
  const may = useMay();
  const [{ data }, read] = useQuery({
    query: ExplainDeliveryDocument,
    variables: { eventId, subscriptionId },
    pause: !may('events:read'),
  });
  // The server computes it: nothing in the cache changes with it.
  useEffect(() => {
    if (may('events:read')) read({ requestPolicy: 'network-only' });
  }, [changes]);
  const reason = data?.explainDelivery?.detail ?? fallback;
  if (reason === null) return null;
  return (
    <>
      <dt>Reason</dt>
      <dd>{reason}</dd>
    </>
  );
}

function Actions({ delivery }: { readonly delivery: ShownDelivery }) {
  const may = useMay();
  const [{ fetching }, resend] = useMutation(ResendDeliveryDocument);
  const { id, event, subscription } = delivery;
  const config = subscription?.channelConfig;
  const sendAgain = async (): Promise<void> => {
    if (fetching) return;
    const { error } = await resend({ id });
    toast(error === undefined ? 'The delivery is sent again now.' : reasonOf(error));
  };
  return (
    <p class="actions">
      {may('notifications:write') && (
        <button type="button" class="primary" aria-disabled={fetching} onClick={() => void sendAgain()}>
          Resend
        </button>
      )}
      {event !== null && config?.__typename === 'WebhookConfig' && (
        <Copy text={curlOf({ event, url: config.url, headers: config.headers ?? [] })} what="as curl" />
      )}
    </p>
  );
}
