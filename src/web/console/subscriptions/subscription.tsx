/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { reasonOf } from '../api/problems.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { toast } from '../controls/toasts.tsx';
import { useAttempts } from '../live/use-attempts.ts';
import { Missing } from '../missing.tsx';
import { useMay } from '../visitor.ts';
import { channelNames } from './channels.ts';
import { HealthFacts } from './health.tsx';
import { Policy } from './policy.tsx';
import { useMayWrite } from './rights.ts';
import { Secret } from './secret.tsx';
import { TestFire } from './test-fire.tsx';
import {
  DeleteSubscriptionDocument,
  OneSubscriptionDocument,
  type OneSubscriptionQuery,
  SetActiveDocument,
} from './subscriptions.graphql.ts';

/** One subscription: how its receiver is doing, and what can be done about it. */
export function Subscription() {
  const id = useRoute().params['id'] ?? '';
  const may = useMay();
  const [{ data, error }, read] = useQuery({ query: OneSubscriptionDocument, variables: { id } });
  const again = (): void => read({ requestPolicy: 'network-only' });
  useAttempts(id, again);
  const subscription = data?.subscription;
  useTitle(subscription?.name ?? 'Subscription');
  if (error !== undefined && !subscription) return <Refusal error={error} retry={again} />;
  if (data === undefined) return <Skeleton />;
  if (!subscription) return <Missing />;
  return (
    <>
      <header class="heading">
        <h1>{subscription.name}</h1>
        <Actions subscription={subscription} />
      </header>
      <div class="subscription-cards">
        <section class="card stack" aria-labelledby="health">
          <h2 id="health">Health</h2>
          <HealthFacts subscription={subscription} />
          <p class="actions">
            <a href={`/app/live/deliveries?subscription=${id}`}>Show its deliveries</a>
          </p>
        </section>
        <Settings subscription={subscription} />
        {may('notifications:write') && <TestFire id={id} />}
        {subscription.channel === 'WEBHOOK' && may('secrets:read') && <Secret id={id} />}
        <Policy id={id} policy={subscription.policy} />
      </div>
    </>
  );
}

type Shown = NonNullable<OneSubscriptionQuery['subscription']>;

function Settings({ subscription }: { readonly subscription: Shown }) {
  const { eventType, channel, channelConfig, deck, deckId, filter } = subscription;
  return (
    <section class="card stack" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <dl class="facts">
        <dt>Events</dt>
        <dd>{eventType}</dd>
        {deckId !== null && (
          <>
            <dt>Deck</dt>
            <dd>{deck === null ? 'A deleted deck' : <a href={`/app/decks/${deck.id}`}>{deck.name}</a>}</dd>
          </>
        )}
        <dt>{channelNames[channel]}</dt>
        <dd>
          {channelConfig.__typename === 'WebhookConfig' && channelConfig.url}
          {channelConfig.__typename === 'EmailConfig' && channelConfig.toEmails.join(', ')}
          {channelConfig.__typename === 'ConsoleConfig' && 'Lines on the standard output of the server'}
        </dd>
      </dl>
      {filter !== null && (
        <>
          <h3>Filter</h3>
          <pre class="code" tabIndex={0} aria-label="Filter as JSON">
            {JSON.stringify(filter, null, 2)}
          </pre>
        </>
      )}
    </section>
  );
}

function Actions({ subscription: { id, name, isActive } }: { readonly subscription: Shown }) {
  const mayWrite = useMayWrite();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const [{ fetching }, setActive] = useMutation(SetActiveDocument);
  const switchTo = async (next: boolean, canUndo: boolean): Promise<void> => {
    if (fetching) return;
    const { error } = await setActive({ id, isActive: next });
    if (error !== undefined) toast(reasonOf(error));
    else
      toast(
        next ? `${name} is active.` : `${name} is paused.`,
        canUndo ? () => void switchTo(!next, false) : undefined,
      );
  };
  return (
    <p class="actions">
      {mayWrite && (
        <>
          <button type="button" aria-disabled={fetching} onClick={() => void switchTo(!isActive, true)}>
            {isActive ? 'Pause' : 'Resume'}
          </button>
          <a class="button" href={`/app/subscriptions/${id}/edit`}>
            Edit
          </a>
        </>
      )}
      {may('notifications:write') && (
        <button type="button" class="danger" onClick={() => setDeleting(true)}>
          Delete
        </button>
      )}
      {isDeleting && <Deletion id={id} name={name} onClose={() => setDeleting(false)} />}
    </p>
  );
}

interface DeletionProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Deletion({ id, name, onClose }: DeletionProps) {
  const { route } = useLocation();
  const [{ fetching, error }, remove] = useMutation(DeleteSubscriptionDocument);
  const confirm = async (): Promise<void> => {
    if (fetching) return;
    const { data } = await remove({ id });
    if (!data?.deleteSubscription) return;
    toast(`${name} is deleted.`);
    route('/app/subscriptions', true);
  };
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <p>Nothing is sent to its receiver any more, and its deliveries are deleted. This cannot be undone.</p>
      <Refusal error={error} />
      <p class="actions">
        <button type="button" class="danger" aria-disabled={fetching} onClick={() => void confirm()}>
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Keep
        </button>
      </p>
    </Dialog>
  );
}
