/** @jsxImportSource preact */
import { useClient, useMutation, useQuery } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { DeliveryOfDocument, type RequestsQuery, RequestsDocument, ResendDocument } from './play.graphql.ts';

/** How often an open page looks for requests, in milliseconds. */
const pollMs = 2_000;

type Request = NonNullable<RequestsQuery['playgroundReceiver']>['requests']['nodes'][number];

const verdicts: Readonly<Record<Request['verdict'], readonly [text: string, look: string]>> = {
  VALID: ['Signature valid', 'good'],
  INVALID: ['Signature invalid', 'alarm'],
  EXPIRED: ['Timestamp too old', 'alarm'],
  MISSING: ['Not signed', 'warn'],
  UNCHECKED: ['Not checked', ''],
};

interface RequestsProps {
  readonly receiverId: string;
  /** Whose deliveries arrive. */
  readonly subscriptionId: string | undefined;
}

/** What arrived, the newest first. */
export function Requests({ receiverId, subscriptionId }: RequestsProps) {
  const [{ data, error }, read] = useQuery({ query: RequestsDocument, variables: { receiverId } });
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) read({ requestPolicy: 'network-only' });
    };
    const timer = setInterval(look, pollMs);
    return () => clearInterval(timer);
  }, [read]);
  const requests = data?.playgroundReceiver?.requests.nodes ?? [];
  return (
    <section class="stack" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <Refusal error={error} />
      {requests.length === 0 && <p class="hint">Nothing has arrived yet. What arrives shows here by itself.</p>}
      <ol class="stack" aria-live="polite">
        {requests.map((request) => (
          <li key={request.id} class="card">
            <Arrived request={request} subscriptionId={subscriptionId} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Arrived({ request, subscriptionId }: { readonly request: Request } & Pick<RequestsProps, 'subscriptionId'>) {
  const { createdAt, headers, body, verdict, status } = request;
  const [text, look] = verdicts[verdict];
  const eventId = headers['webhook-id'];
  return (
    <details class="arrived">
      <summary>
        <strong>{typeOf(body)}</strong>
        <span class={`badge ${look}`}>{text}</span>
        <span class={`badge ${status < 300 ? 'good' : 'alarm'}`}>Answered {status}</span>
        <Moment at={createdAt} />
      </summary>
      <div class="stack">
        {status >= 300 && typeof eventId === 'string' && subscriptionId !== undefined && (
          <Resend eventId={eventId} subscriptionId={subscriptionId} />
        )}
        <h3>Headers</h3>
        <dl class="headers">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
        <h3>Body</h3>
        {body === null ? <p class="hint">It was larger than is kept.</p> : <pre tabIndex={0}>{pretty(body)}</pre>}
      </div>
    </details>
  );
}

/** Delivers the event of a request again. */
function Resend({ eventId, subscriptionId }: { readonly eventId: string; readonly subscriptionId: string }) {
  const client = useClient();
  const [{ fetching, error }, resend] = useMutation(ResendDocument);
  const again = async (): Promise<void> => {
    if (fetching) return;
    const { data } = await client.query(DeliveryOfDocument, { eventId, subscriptionId }).toPromise();
    const delivery = data?.deliveries?.nodes[0];
    if (delivery === undefined) return toast('The delivery is no longer kept.');
    const { data: resent } = await resend({ id: delivery.id });
    if (resent?.resendDelivery) toast('It is sent again.');
  };
  return (
    <div class="stack">
      <div class="actions">
        <button type="button" aria-disabled={fetching} onClick={() => void again()}>
          Send again
        </button>
      </div>
      <Refusal error={error} />
    </div>
  );
}

/** The type of the event in a body; a dash for another body. */
function typeOf(body: string | null): string {
  const { type } = (parsed(body) ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' ? type : 'Request';
}

function pretty(body: string): string {
  const value = parsed(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
}

/** The JSON of a body; undefined for another body. */
function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '') as unknown;
  } catch {
    return undefined;
  }
}
