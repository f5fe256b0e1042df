/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { faultAt } from '../api/problems.ts';
import { Copy } from '../controls/copy.tsx';
import { Choice, Field } from '../controls/field.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import {
  CreateSubscriptionDocument,
  type ReceiverFragment,
  SendTestDocument,
  UpdateReceiverDocument,
} from './play.graphql.ts';

const answers: Readonly<Record<ReceiverFragment['answer'], string>> = {
  SUCCESS: '204: accepts',
  REJECTED: '400: rejects',
  GONE: '410: wants no more',
  FAILURE: '500: fails',
  SLOW: '204, slowly',
};

interface ReceiverProps {
  readonly receiver: ReceiverFragment;
}

/** The URL of a receiver, how it answers, and the subscription that sends to it. */
export function Receiver({ receiver }: ReceiverProps) {
  const { id, url, answer, delaySeconds, expiresAt } = receiver;
  const [{ error }, update] = useMutation(UpdateReceiverDocument);
  return (
    <section class="card stack" aria-labelledby="receiver">
      <h2 id="receiver">Receiver</h2>
      <code class="secret">{url}</code>
      <div class="actions">
        <Copy text={url} what="URL" />
      </div>
      <div class="filters">
        <Choice
          label="It answers"
          value={answer}
          onChange={({ currentTarget: { value } }) =>
            void update({ id, input: { answer: value as ReceiverFragment['answer'] } })
          }
        >
          {Object.entries(answers).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        {answer === 'SLOW' && (
          <Field
            label="After seconds"
            type="number"
            min={1}
            max={30}
            value={delaySeconds}
            fault={faultAt(error, '/delaySeconds')}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              void update({ id, input: { delaySeconds: valueAsNumber } })
            }
          />
        )}
      </div>
      <Refusal error={error} />
      <p class="hint">
        It is deleted <Moment at={expiresAt} />, and keeps the last 100 requests.
      </p>
      {receiver.subscription ? <Sender subscription={receiver.subscription} /> : <NewSender receiver={receiver} />}
    </section>
  );
}

function Sender({ subscription }: { readonly subscription: NonNullable<ReceiverFragment['subscription']> }) {
  const { id, name, eventType, isActive } = subscription;
  const [{ fetching, error }, send] = useMutation(SendTestDocument);
  const test = async (): Promise<void> => {
    if (fetching) return;
    const { data } = await send({ id });
    if (data?.testSubscription) toast('The test is on its way.');
  };
  return (
    <div class="stack">
      <p>
        The subscription <strong>{name}</strong> sends <code>{eventType}</code> to it; its secret verifies the
        signatures. {!isActive && <span class="badge warn">Switched off</span>}
      </p>
      <div class="actions">
        <button type="button" class="primary" aria-disabled={fetching} onClick={() => void test()}>
          Send a test
        </button>
      </div>
      <Refusal error={error} />
    </div>
  );
}

/** Creates a subscription to the receiver, whose secret then verifies what arrives. */
function NewSender({ receiver: { id, url } }: ReceiverProps) {
  const [creating, create] = useMutation(CreateSubscriptionDocument);
  const [updating, update] = useMutation(UpdateReceiverDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (creating.fetching || updating.fetching) return;
    const eventType = new FormData(event.currentTarget).get('eventType');
    const input = {
      name: 'Playground',
      eventType: typeof eventType === 'string' ? eventType : '',
      channel: 'WEBHOOK',
      channelConfig: { url },
    } as const;
    const { data } = await create({ input });
    if (data?.createSubscription) {
      await update({ id, input: { subscriptionId: data.createSubscription.subscription.id } });
    }
  };
  const fault = faultAt(creating.error, '/eventType');
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field
        label="Event type"
        name="eventType"
        required
        maxLength={100}
        autocomplete="off"
        defaultValue="contract.*"
        hint="A type such as contract.signed, or a pattern."
        fault={fault}
      />
      {fault === undefined && <Refusal error={creating.error ?? updating.error} />}
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={creating.fetching || updating.fetching}>
          Subscribe it
        </button>
      </p>
    </form>
  );
}
