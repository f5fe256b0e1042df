/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import type { DeliveryStatus } from '../api/schema.graphql.ts';
import { Empty } from '../controls/empty.tsx';
import { Choice } from '../controls/field.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useSearch } from '../controls/search.ts';
import { Skeleton } from '../controls/skeleton.tsx';
import { useMay } from '../visitor.ts';
import { DeliveriesDocument, type DeliveriesQuery, SubscriptionNamesDocument } from './deliveries.graphql.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { Live } from './live.tsx';
import { Recover } from './recover.tsx';
import { ResendShown } from './resend-shown.tsx';
import { StatusBadge, statuses, words } from './status-badge.tsx';
import { useAttempts } from './use-attempts.ts';

const pageLength = 50;

/** Deliveries as they happen, newest first. */
export function Deliveries() {
  const { query, set } = useSearch();
  const may = useMay();
  const [isRecovering, setRecovering] = useState(false);
  const filters = {
    subscriptionId: query['subscription'] ?? null,
    status: statuses.find((status) => status === query['status']) ?? null,
  };
  const [{ data, error }, read] = useQuery({
    query: DeliveriesDocument,
    variables: { first: pageLength, after: query['after'] ?? null, ...filters },
  });
  const again = (): void => read({ requestPolicy: 'network-only' });
  useAttempts(filters.subscriptionId, again);
  const deliveries = data?.deliveries;
  return (
    <Live title="Live deliveries">
      <DeliveryFilters {...filters} />
      {may('notifications:write') && (
        <div class="actions">
          <button type="button" onClick={() => setRecovering(true)}>
            Recover missed events
          </button>
          {deliveries && <ResendShown deliveries={deliveries.nodes} onDone={again} />}
        </div>
      )}
      <Refusal error={error} retry={again} />
      {deliveries === undefined && error === undefined && <Skeleton />}
      {deliveries?.nodes.length === 0 && (
        <NoDeliveries isFiltered={Object.values(filters).some((one) => one !== null)} />
      )}
      {deliveries && deliveries.nodes.length > 0 && <DeliveryTable deliveries={deliveries.nodes} />}
      {deliveries && <Pager {...deliveries.pageInfo} />}
      {query['delivery'] !== undefined && (
        <DeliveryDetails id={query['delivery']} onClose={() => set({ delivery: null })} />
      )}
      {isRecovering && <Recover subscriptionId={filters.subscriptionId} onClose={() => setRecovering(false)} />}
    </Live>
  );
}

interface DeliveryFiltersProps {
  readonly subscriptionId: string | null;
  readonly status: DeliveryStatus | null;
}

function DeliveryFilters({ subscriptionId, status }: DeliveryFiltersProps) {
  const { set } = useSearch();
  const [{ data }] = useQuery({ query: SubscriptionNamesDocument });
  const subscriptions = data?.subscriptions?.nodes ?? [];
  return (
    <div class="live-choices">
      <Choice
        label="Subscription"
        value={subscriptionId ?? ''}
        onChange={({ currentTarget: { value } }) => set({ subscription: value, after: null })}
      >
        <option value="">All subscriptions</option>
        {subscriptionId !== null && subscriptions.every(({ id }) => id !== subscriptionId) && (
          <option value={subscriptionId}>{subscriptionId}</option>
        )}
        {subscriptions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Status"
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) => set({ status: value, after: null })}
      >
        <option value="">All</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </Choice>
    </div>
  );
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No delivery matches">
      Choose another subscription or status, or <a href="/app/live/deliveries">show all deliveries</a>.
    </Empty>
  ) : (
    <Empty title="No delivery yet">
      A subscription sends events to a webhook, by e-mail or to the log. <a href="/app/subscriptions">Subscriptions</a>
    </Empty>
  );
}

type Rows = NonNullable<DeliveriesQuery['deliveries']>['nodes'];

function DeliveryTable({ deliveries }: { readonly deliveries: Rows }) {
  const { with: urlWith } = useSearch();
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Subscription</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Attempts
          </th>
          <th scope="col" class="number">
            Latency
          </th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ id, event, subscription, status, attemptCount, attempts, createdAt }) => (
          <tr key={id}>
            <th scope="row">
              <a href={urlWith({ delivery: id })}>{event?.type ?? 'An event that is no longer kept'}</a>
            </th>
            <td data-label="Subscription">{subscription?.name ?? 'Deleted'}</td>
            <td>
              <StatusBadge status={status} attemptCount={attemptCount} />
            </td>
            <td class="number" data-label="Attempts">
              {attemptCount}
            </td>
            <td class="number" data-label="Latency">
              {latencyOf(attempts)}
            </td>
            <td data-label="Created">
              <Moment at={createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of the last attempt. */
function latencyOf(attempts: readonly { readonly durationMs: number }[]): string {
  const last = attempts.at(-1);
  return last === undefined ? '–' : `${last.durationMs.toLocaleString()} ms`;
}

interface PagerProps {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

function Pager({ hasNextPage, endCursor }: PagerProps) {
  const { query, with: urlWith } = useSearch();
  if (!hasNextPage && query['after'] === undefined) return null;
  return (
    <nav class="actions" aria-label="Pages">
      {query['after'] !== undefined && (
        <a class="button" href={urlWith({ after: null })}>
          Newest
        </a>
      )}
      {hasNextPage && (
        <a class="button" href={urlWith({ after: endCursor })}>
          Older
        </a>
      )}
    </nav>
  );
}
