/** @jsxImportSource preact */
import { useClient, useMutation } from '@urql/preact';
import type { CombinedError } from '@urql/core';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Copy } from '../controls/copy.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Choice } from '../controls/field.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useMay } from '../visitor.ts';
import { RotateSecretDocument, SecretDocument } from './subscriptions.graphql.ts';

interface Shown {
  readonly secret: string;
  readonly previousSecretUntil: string | null;
}

/** The secret with which the receiver verifies signatures: shown on request, until the screen is left. */
export function Secret({ id }: { readonly id: string }) {
  const client = useClient();
  const may = useMay();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<CombinedError>();
  const [isRotating, setRotating] = useState(false);
  const show = async (): Promise<void> => {
    const answer = await client.query(SecretDocument, { id }, { requestPolicy: 'network-only' }).toPromise();
    setError(answer.error);
    setShown(answer.data?.subscriptionSecret ?? undefined);
  };
  return (
    <section class="card stack" aria-labelledby="secret">
      <h2 id="secret">Signing secret</h2>
      <p class="hint">
        The receiver verifies with it that a request comes from here. Libraries of Standard Webhooks take it as it is.
        Each look at it is in the audit log.
      </p>
      <Refusal error={error} />
      {shown !== undefined && <SecretText {...shown} />}
      <p class="actions">
        {shown === undefined ? (
          <button type="button" onClick={() => void show()}>
            Show the secret
          </button>
        ) : (
          <button type="button" onClick={() => setShown(undefined)}>
            Hide the secret
          </button>
        )}
        {may('notifications:write') && (
          <button type="button" onClick={() => setRotating(true)}>
            Rotate
          </button>
        )}
      </p>
      {isRotating && (
        <Rotation
          id={id}
          onClose={() => setRotating(false)}
          onRotated={(next) => {
            setShown(next);
            setRotating(false);
          }}
        />
      )}
    </section>
  );
}

function SecretText({ secret, previousSecretUntil }: Shown) {
  return (
    <div class="stack" role="status">
      <code class="secret">{secret}</code>
      <p class="actions">
        <Copy text={secret} what="secret" />
      </p>
      {previousSecretUntil !== null && (
        <p class="hint">
          The previous secret signs as well, and ends <Moment at={previousSecretUntil} />.
        </p>
      )}
    </div>
  );
}

interface RotationProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onRotated: (shown: Shown) => void;
}

/** How long the previous secret signs as well, in seconds. */
const overlaps = [
  [86_400, 'One day'],
  [3_600, 'One hour'],
  [604_800, 'Seven days'],
  [0, 'Not at all: the secret has leaked'],
] as const;

function Rotation({ id, onClose, onRotated }: RotationProps) {
  const [overlapSeconds, setOverlap] = useState<number>(86_400);
  const [{ fetching, error }, rotate] = useMutation(RotateSecretDocument);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    const { data } = await rotate({ id, overlapSeconds });
    if (data?.rotateSubscriptionSecret) onRotated(data.rotateSubscriptionSecret.subscriptionSecret);
  };
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label="The previous secret signs as well for"
          value={overlapSeconds}
          hint="Time to give the receiver the new secret: until then both are valid."
          onChange={({ currentTarget }) => setOverlap(Number(currentTarget.value))}
        >
          {overlaps.map(([seconds, words]) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </Choice>
        <Refusal error={error} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={fetching}>
            Rotate
          </button>
        </p>
      </form>
    </Dialog>
  );
}
