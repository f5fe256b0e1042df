import { LockMode } from '@mikro-orm/core';
import type { Pruning } from '../../delivery/events/retention.ts';
import { pruneAttempts } from '../../delivery/deliveries/prune-deliveries.ts';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';
import { daysAfter } from '../../kit/core/index.ts';
import { Contract } from '../../contracts/contracts/contract.entity.ts';
import type { PrivacyService } from './privacy.service.ts';
import { pseudonymize } from './pseudonymize.ts';

/** Rows that one transaction erases or changes. */
const batchSize = 50;

/** How long rows are kept, in days; null keeps them. */
export interface Periods {
  readonly presentationDays: number | null;
  readonly attemptDays: number | null;
  readonly contractDays: number | null;
}

/** What is erased by its age: what has a period, and contracts whose hold is over. */
export function prunings(
  { presentationDays, attemptDays, contractDays }: Periods,
  privacy: Pick<PrivacyService, 'eraseUnchanged'>,
): Pruning[] {
  return [
    ...before(presentationDays, 'presentations', (scope, end) => privacy.eraseUnchanged(scope, end, batchSize)),
    ...before(attemptDays, 'attempts', (scope, end) => inTransaction(scope, ({ em }) => pruneAttempts(em, end))),
    { what: 'held contracts', pruneSome: (scope) => pseudonymizeSome(scope, contractDays) },
  ];
}

function before(
  days: number | null,
  what: string,
  pruneSome: (scope: RequestScope, end: Date) => Promise<number>,
): Pruning[] {
  if (days === null) return [];
  return [{ what, pruneSome: (scope) => pruneSome(scope, daysAfter(scope.now(), -days)) }];
}

async function pseudonymizeSome(scope: RequestScope, contractDays: number | null): Promise<number> {
  return inTransaction(scope, async (transaction) => {
    const now = transaction.now();
    const old = contractDays === null ? [] : [{ signedAt: { $lte: daysAfter(now, -contractDays) } }];
    const contracts = await transaction.em.find(
      Contract,
      { pseudonymizedAt: null, $or: [{ heldUntil: { $lte: now } }, ...old] },
      { limit: batchSize, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    await pseudonymize(transaction, contracts);
    return contracts.length;
  });
}
