/** @jsxImportSource preact */
import { Moment } from '../controls/moment.tsx';
import type { HealthFragment } from './subscriptions.graphql.ts';

type State = Pick<HealthFragment, 'isActive' | 'disabledReason' | 'probeDelivery' | 'health'>;

/** The state of a subscription in one or two words. */
export function StateBadge({ subscription }: { readonly subscription: State }) {
  const [tone, words] = stateOf(subscription);
  return <span class={`badge ${tone}`}>{words}</span>;
}

function stateOf({ isActive, disabledReason, health }: State): readonly [tone: string, words: string] {
  if (!isActive) return disabledReason === null ? ['', 'Paused'] : ['alarm', 'Switched off'];
  if (health.gapSince !== null) return ['warn', 'Replaying'];
  if (health.failingSince !== null) return ['alarm', 'Failing'];
  return ['good', 'Active'];
}

/** How the receiver is doing, with what the service does about it. */
export function HealthFacts({ subscription }: { readonly subscription: State }) {
  const { isActive, disabledReason, probeDelivery, health } = subscription;
  const { failingSince, lastDeliveredAt, pendingCount, gapSince } = health;
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <StateBadge subscription={subscription} />
      </dd>
      {disabledReason !== null && (
        <>
          <dt>Switched off because</dt>
          <dd>{disabledReason}</dd>
        </>
      )}
      {failingSince !== null && (
        <>
          <dt>Failing since</dt>
          <dd>
            <Moment at={failingSince} />
          </dd>
        </>
      )}
      <dt>Last success</dt>
      <dd>{lastDeliveredAt === null ? 'None yet' : <Moment at={lastDeliveredAt} />}</dd>
      <dt>Waiting</dt>
      <dd>{pendingCount === 1 ? '1 delivery' : `${pendingCount.toLocaleString()} deliveries`}</dd>
      {probeDelivery !== null && (
        <>
          <dt>Probe</dt>
          <dd>
            A test is sent until the receiver answers
            {probeDelivery.nextAttemptAt !== null && (
              <>
                , next <Moment at={probeDelivery.nextAttemptAt} />
              </>
            )}
            . Then it is switched on and gets what it has missed.
          </dd>
        </>
      )}
      {gapSince !== null && (
        <>
          <dt>Replay</dt>
          <dd>
            {isActive ? 'It is sent the events since ' : 'It has missed the events since '}
            <Moment at={gapSince} />
            {isActive && ', in their order.'}
          </dd>
        </>
      )}
    </dl>
  );
}
