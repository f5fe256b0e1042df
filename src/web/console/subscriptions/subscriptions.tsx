/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useSearch } from '../controls/search.ts';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { useAttempts } from '../live/use-attempts.ts';
import { channelNames } from './channels.ts';
import { StateBadge } from './health.tsx';
import { SubscriptionsDocument, type SubscriptionsQuery } from './subscriptions.graphql.ts';
import { useMayWrite } from './rights.ts';

const pageLength = 50;

/** All notification subscriptions, and how their receivers are doing. */
export function Subscriptions() {
  useTitle('Subscriptions');
  const { query, with: urlWith } = useSearch();
  const mayWrite = useMayWrite();
  const [{ data, error }, read] = useQuery({
    query: SubscriptionsDocument,
    variables: { first: pageLength, after: query['after'] ?? null },
  });
  const again = (): void => read({ requestPolicy: 'network-only' });
  useAttempts(null, again);
  const subscriptions = data?.subscriptions;
  return (
    <>
      <header class="heading">
        <h1>Subscriptions</h1>
        {mayWrite && (
          <a class="button primary" href="/app/subscriptions/new">
            New subscription
          </a>
        )}
      </header>
      <Refusal error={error} retry={again} />
      {subscriptions === undefined && error === undefined && <Skeleton />}
      {subscriptions?.nodes.length === 0 && (
        <Empty title="No subscription yet">
          A subscription sends events to your other systems as they happen: to a webhook, by e-mail, or to the log of
          the server.
        </Empty>
      )}
      {subscriptions && subscriptions.nodes.length > 0 && <Rows subscriptions={subscriptions.nodes} />}
      {subscriptions?.pageInfo.hasNextPage === true && (
        <a class="button" href={urlWith({ after: subscriptions.pageInfo.endCursor })}>
          More
        </a>
      )}
    </>
  );
}

type Listed = NonNullable<SubscriptionsQuery['subscriptions']>['nodes'];

function Rows({ subscriptions }: { readonly subscriptions: Listed }) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Events</th>
          <th scope="col">Channel</th>
          <th scope="col">State</th>
          <th scope="col">Last success</th>
          <th scope="col" class="number">
            Waiting
          </th>
        </tr>
      </thead>
      <tbody>
        {subscriptions.map((subscription) => {
          const { id, name, eventType, channel, deck, health } = subscription;
          return (
            <tr key={id}>
              <th scope="row">
                <a href={`/app/subscriptions/${id}`}>{name}</a>
              </th>
              <td data-label="Events">
                {eventType}
                {deck !== null && ` of ${deck.name}`}
              </td>
              <td class="short" data-label="Channel">
                {channelNames[channel]}
              </td>
              <td>
                <StateBadge subscription={subscription} />
              </td>
              <td data-label="Last success">
                {health.lastDeliveredAt === null ? 'None' : <Moment at={health.lastDeliveredAt} />}
              </td>
              <td class="number" data-label="Waiting">
                {health.pendingCount.toLocaleString()}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
