import type { JobKind, RequestScope, Task } from '../../kit/data/index.ts';

/** Expires one contract. Enqueued for each contract that is sent, due at its `expiresAt`. */
export const expireContract: JobKind<{ contractId: string }> = { name: 'expire-contract' };

/** Contracts that one process expires at the same time. */
const slots = 10;

/** Records that unsigned contracts have expired. Readers derive the state from the clock and do not wait for this task. */
export function expireContractTask(
  newScope: () => RequestScope,
  contracts: { expire(scope: RequestScope, contractId: string): Promise<void> },
): Task<{ contractId: string }> {
  return { kind: expireContract, slots, run: ({ contractId }) => contracts.expire(newScope(), contractId) };
}
