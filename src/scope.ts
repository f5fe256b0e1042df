import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

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

/** Runs a use case's changes in one transaction. What it throws rolls everything back. */
export async function inTransaction<Result>(
  scope: RequestScope,
  work: (transaction: TransactionScope) => Promise<Result>,
): Promise<Result> {
  const notifications = new Set<() => void>();
  const result = await scope.em.transactional((em) =>
    work({ ...scope, em, afterCommit: (notify) => notifications.add(notify) }),
  );
  for (const notify of notifications) notify();
  return result;
}
