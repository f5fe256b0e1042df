/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import type { DeliveryStatus } from '../api/schema.graphql.ts';
import { reasonOf } from '../api/problems.ts';
import { toast } from '../controls/toasts.tsx';
import { ResendDeliveryDocument } from './deliveries.graphql.ts';

interface ResendShownProps {
  readonly deliveries: readonly { readonly id: string; readonly status: DeliveryStatus }[];
  readonly onDone: () => void;
}

/** Sends the dead deliveries of the page again, one after the other; the first refusal stops it. */
export function ResendShown({ deliveries, onDone }: ResendShownProps) {
  const [, resend] = useMutation(ResendDeliveryDocument);
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const dead = deliveries.filter(({ status }) => status === 'DEAD');
  const resendAll = async (): Promise<void> => {
    if (progress !== undefined) return;
    let done = 0;
    for (const { id } of dead) {
      setProgress({ done, of: dead.length });
      const { error } = await resend({ id });
      if (error !== undefined) {
        toast(`${done} of ${dead.length} are sent again. Then one was refused: ${reasonOf(error)}`);
        break;
      }
      done += 1;
    }
    if (done === dead.length) toast(`${done === 1 ? '1 delivery is' : `${done} deliveries are`} sent again.`);
    setProgress(undefined);
    onDone();
  };
  if (progress !== undefined) {
    return (
      <label class="live-progress">
        Resending {progress.done} of {progress.of}
        <progress max={progress.of} value={progress.done} />
      </label>
    );
  }
  if (dead.length === 0) return null;
  return (
    <button type="button" onClick={() => void resendAll()}>
      {dead.length === 1 ? 'Resend the dead delivery' : `Resend ${dead.length} dead deliveries`}
    </button>
  );
}
