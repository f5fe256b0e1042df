/** @jsxImportSource preact */
import { useMutation, useQuery } from '@urql/preact';
import { useLocation, useRoute } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import type { CreateSubscriptionInput } from '../api/schema.graphql.ts';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useTitle } from '../controls/title.ts';
import { toast } from '../controls/toasts.tsx';
import { Missing } from '../missing.tsx';
import { channelDraftOf, emptyChannel } from './channels.ts';
import { type Draft, SubscriptionForm } from './subscription-form.tsx';
import {
  CreateSubscriptionDocument,
  OneSubscriptionDocument,
  UpdateSubscriptionDocument,
} from './subscriptions.graphql.ts';

const empty: Draft = {
  name: '',
  eventType: '',
  deckId: null,
  filter: null,
  channel: 'WEBHOOK',
  channelDraft: emptyChannel,
};

/** Warns of a type that is likely a mistake: the server takes it. */
const warn = (warnings: readonly { readonly detail: string }[] = []): void =>
  warnings.forEach(({ detail }) => toast(detail));

export function NewSubscription() {
  useTitle('New subscription');
  const { route } = useLocation();
  const idempotencyKey = useMemo(() => crypto.randomUUID(), []);
  const [{ fetching, error }, create] = useMutation(CreateSubscriptionDocument);
  const submit = async (input: CreateSubscriptionInput): Promise<void> => {
    const { data } = await create({ input, idempotencyKey: error === undefined ? idempotencyKey : null });
    if (!data?.createSubscription) return;
    warn(data.createSubscription.warnings);
    route(`/app/subscriptions/${data.createSubscription.subscription.id}`);
  };
  return (
    <>
      <h1>New subscription</h1>
      <SubscriptionForm
        initial={empty}
        action="Create"
        isSending={fetching}
        error={error}
        onSubmit={(input) => void submit(input)}
      />
    </>
  );
}

export function EditSubscription() {
  const { route } = useLocation();
  const id = useRoute().params['id'] ?? '';
  const [{ data, error: failure }] = useQuery({ query: OneSubscriptionDocument, variables: { id } });
  const [{ fetching, error }, update] = useMutation(UpdateSubscriptionDocument);
  const subscription = data?.subscription;
  useTitle(subscription === undefined || subscription === null ? 'Subscription' : `Edit ${subscription.name}`);
  if (failure !== undefined) return <Refusal error={failure} />;
  if (data === undefined) return <Skeleton />;
  if (!subscription) return <Missing />;
  const { name, eventType, deckId, filter, channel, channelConfig, version } = subscription;
  const submit = async (input: CreateSubscriptionInput): Promise<void> => {
    const answer = await update({ id, input, ifVersion: version });
    if (!answer.data?.updateSubscription) return;
    warn(answer.data.updateSubscription.warnings);
    route(`/app/subscriptions/${id}`);
  };
  return (
    <>
      <h1>Edit {name}</h1>
      <SubscriptionForm
        key={id}
        initial={{ name, eventType, deckId, filter, channel, channelDraft: channelDraftOf(channelConfig) }}
        action="Save"
        isSending={fetching}
        error={error}
        onSubmit={(input) => void submit(input)}
      />
    </>
  );
}
