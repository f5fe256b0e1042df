/** @jsxImportSource preact */
import type { DeliveryStatus } from '../api/schema.graphql.ts';

/** Of a delivery, as people say it. A pending one that has failed already has words of its own. */
export function StatusBadge({
  status,
  attemptCount,
}: {
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
}) {
  const isRetry = status === 'PENDING' && attemptCount > 0;
  return (
    <span class={`badge ${isRetry ? 'warn' : tones[status]}`}>{isRetry ? 'Waits for a retry' : words[status]}</span>
  );
}

export const words: Readonly<Record<DeliveryStatus, string>> = {
  DELIVERED: 'Delivered',
  PENDING: 'Pending',
  DEAD: 'Dead',
  SKIPPED: 'Skipped',
};

const tones: Readonly<Record<DeliveryStatus, string>> = {
  DELIVERED: 'good',
  PENDING: '',
  DEAD: 'alarm',
  SKIPPED: 'warn',
};

/** In the order in which filters offer them. */
export const statuses: readonly DeliveryStatus[] = ['PENDING', 'DELIVERED', 'DEAD', 'SKIPPED'];
