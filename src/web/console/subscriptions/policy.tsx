/** @jsxImportSource preact */
import { useMutation } from '@urql/preact';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { faultAt } from '../api/problems.ts';
import { Check, Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { toast } from '../controls/toasts.tsx';
import { useMay } from '../visitor.ts';
import { readDelays, writeDelays } from './delays.ts';
import { type OneSubscriptionQuery, UpdatePolicyDocument } from './subscriptions.graphql.ts';

interface PolicyProps {
  readonly id: string;
  readonly policy: NonNullable<OneSubscriptionQuery['subscription']>['policy'];
}

/** When attempts are made again, and what happens to a receiver that fails for long. */
export function Policy({ id, policy }: PolicyProps) {
  const may = useMay();
  const [delays, setDelays] = useState(writeDelays(policy.retryDelays));
  const [timeout, setTimeout] = useState(policy.timeoutMs === null ? '' : String(policy.timeoutMs / 1_000));
  const [isAutoRecoverEnabled, setAutoRecover] = useState(policy.isAutoRecoverEnabled);
  const [{ fetching, error }, update] = useMutation(UpdatePolicyDocument);
  const retryDelays = readDelays(delays);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching || retryDelays === undefined) return;
    const timeoutMs = timeout === '' ? null : Math.round(Number(timeout) * 1_000);
    const { data } = await update({ id, input: { retryDelays, timeoutMs, isAutoRecoverEnabled } });
    if (data?.updateDeliveryPolicy) toast('The delivery policy is saved. It applies from the next attempt.');
  };
  const faults = [faultAt(error, '/retryDelays'), faultAt(error, '/timeoutMs')];
  const isReadOnly = !may('notifications:write');
  return (
    <section class="card" aria-labelledby="policy">
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="policy">Delivery policy</h2>
        <Field
          label="Pauses between attempts"
          value={delays}
          readOnly={isReadOnly}
          placeholder="5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h"
          hint="Empty: the schedule of the server, which is that of the example unless it was configured. Each pause varies by a fifth. After the last attempt the delivery is dead; it can be sent again by hand."
          fault={
            faults[0] ??
            (retryDelays === undefined ? 'Write pauses like 5 s, 30 min or 2 h, with commas between.' : undefined)
          }
          onInput={({ currentTarget }) => setDelays(currentTarget.value)}
        />
        <Field
          label="Time limit of an attempt, in seconds"
          type="number"
          min={0.1}
          max={60}
          step={0.1}
          value={timeout}
          readOnly={isReadOnly}
          placeholder="15"
          hint="Empty: the limit of the server, usually 15. A receiver that takes longer counts as failed."
          fault={faults[1]}
          onInput={({ currentTarget }) => setTimeout(currentTarget.value)}
        />
        <Check
          label="Switch it on again by itself"
          checked={isAutoRecoverEnabled}
          disabled={isReadOnly}
          hint="A subscription whose attempts fail for days is switched off. With this, tests are sent until the receiver answers. Then it gets what it has missed, in order."
          onChange={({ currentTarget }) => setAutoRecover(currentTarget.checked)}
        />
        {faults.every((fault) => fault === undefined) && <Refusal error={error} />}
        {!isReadOnly && (
          <p class="actions">
            <button type="submit" aria-disabled={fetching}>
              Save the policy
            </button>
          </p>
        )}
      </form>
    </section>
  );
}
