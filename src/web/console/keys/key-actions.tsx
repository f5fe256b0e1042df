/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../controls/dialog.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { type ApiKeyRowFragment, RevokeApiKeyDocument, RotateApiKeyDocument } from './keys.graphql.ts';

interface KeyActionsProps {
  readonly apiKey: ApiKeyRowFragment;
  /** Gets the new value after a rotation. It is shown once. */
  readonly onIssue: (token: string) => void;
}

/** Rotates or revokes one key, after a question. */
export function KeyActions({ apiKey: { id, name, version }, onIssue }: KeyActionsProps) {
  const [question, setQuestion] = useState<'rotate' | 'revoke' | null>(null);
  const [rotation, rotate] = useMutation(RotateApiKeyDocument);
  const [revocation, revoke] = useMutation(RevokeApiKeyDocument);
  const isSent = rotation.fetching || revocation.fetching;
  const close = (): void => setQuestion(null);
  const doRotate = async (): Promise<void> => {
    if (isSent) return;
    const { data } = await rotate({ id, ifVersion: version });
    if (!data?.rotateApiKey) return;
    close();
    onIssue(data.rotateApiKey.token);
  };
  const doRevoke = async (): Promise<void> => {
    if (isSent) return;
    const { error } = await revoke({ id });
    if (error === undefined) close();
  };
  return (
    <>
      <p class="actions">
        <button type="button" aria-label={`Rotate ${name}`} onClick={() => setQuestion('rotate')}>
          Rotate
        </button>
        <button type="button" class="danger" aria-label={`Revoke ${name}`} onClick={() => setQuestion('revoke')}>
          Revoke
        </button>
      </p>
      {question === 'rotate' && (
        <Dialog title={`Rotate ${name}`} onClose={close}>
          <p>It gets a new value. The value of today stays valid for one day, so that its holders can change over.</p>
          <Refusal error={rotation.error} />
          <p class="actions">
            <button type="button" class="primary" aria-disabled={isSent} onClick={() => void doRotate()}>
              Rotate
            </button>
          </p>
        </Dialog>
      )}
      {question === 'revoke' && (
        <Dialog title={`Revoke ${name}`} onClose={close}>
          <p>Requests with it are refused from now on, and its open streams end. Nothing undoes this.</p>
          <Refusal error={revocation.error} />
          <p class="actions">
            <button type="button" class="danger" aria-disabled={isSent} onClick={() => void doRevoke()}>
              Revoke
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
