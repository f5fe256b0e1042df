import { setTimeout as delay } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { isTransactionConflict } from './database/database-errors.ts';

/** Who asks: a holder of the API key, anyone on this machine while no key is set, or the product itself. */
export type Actor = 'key' | 'local' | 'system';

/**
 * What every use case receives, whichever door it was called through. Made anew for each request, each GraphQL
 * mutation field, each streamed event and each job: two of them never share an entity manager.
 */
export interface RequestScope {
  readonly em: SqlEntityManager;
  readonly actor: Actor;
  readonly requestId: string;
  readonly log: Logger;
  now(): Date;
}

/** A scope inside an open transaction: the only kind in which events are recorded and jobs enqueued. */
export interface TransactionScope extends RequestScope {
  /** Runs once the transaction has committed, never after a rollback. For wake-ups: it must not fail. */
  afterCommit(notify: () => void): void;
}

/** How often a transaction runs again after a conflict with others, and the longest pause before the first time. */
const mostRetries = 3;
const longestPauseMs = 30;

/**
 * Runs a use case's changes in one transaction. What it throws rolls everything back. After a conflict with other
 * transactions the work runs again, with an entity manager of its own: it must change nothing outside.
 */
export async function inTransaction<Result>(
  scope: RequestScope,
  work: (transaction: TransactionScope) => Promise<Result>,
): Promise<Result> {
  const isOutermost = !scope.em.isInTransaction();
  for (let retry = 1; ; retry += 1) {
    try {
      return await runTransaction(scope, work, isOutermost);
    } catch (error) {
      if (!isOutermost || retry > mostRetries || !isTransactionConflict(error)) throw error;
      await delay(Math.random() * longestPauseMs * retry);
    }
  }
}

async function runTransaction<Result>(
  scope: RequestScope,
  work: (transaction: TransactionScope) => Promise<Result>,
  isOutermost: boolean,
): Promise<Result> {
  const notifications = new Set<() => void>();
  const result = await scope.em.transactional(
    (em) => work({ ...scope, em, afterCommit: (notify) => notifications.add(notify) }),
    // What an earlier run has loaded and changed is not seen by the next.
    { clear: isOutermost },
  );
  for (const notify of notifications) notify();
  return result;
}
