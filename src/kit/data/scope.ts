import { setTimeout as delay } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { currentBudget, inSpan, transactionLimits, withinLimits } from '../core/index.ts';
import type { Actor } from '../rights/index.ts';
import type { AuditTrail } from './audit/audit-log.ts';
import { TouchedObjects } from './audit/touched.ts';
import type { Replica } from './connections/connection.ts';
import { isTransactionConflict } from './database-errors.ts';
import { LastRows } from './last-rows.ts';

/**
 * What every use case receives, from REST and GraphQL alike. Made for each request, each GraphQL
 * mutation field, each streamed event and each job.
 */
export interface RequestScope {
  /** Reads rows, and begins transactions. Each of those has one of its own, which alone remembers entities: see `Readers`. */
  readonly em: SqlEntityManager;
  readonly actor: Actor;
  readonly requestId: string;
  readonly log: Logger;
  /** Present when the client has a name for its request, under which it may send it again. */
  readonly steps?: RequestSteps;
  /** Where changes and reads of secrets are recorded; absent for the product's own work. */
  readonly trail?: AuditTrail;
  /** The read replica, where there is one: see `readOnReplica`. */
  readonly replica?: Replica | null;
  now(): Date;
}

/** The outermost transactions of a request, each of which is made once, however often the request is sent. */
export interface RequestSteps {
  /** Runs the next step, or returns its stored result. */
  next(): <Result>(transaction: TransactionScope, work: () => Promise<Result>) => Promise<Result>;
  /** The result of the first step; null when it has not run. */
  find(scope: RequestScope): Promise<{ readonly result: unknown } | null>;
}

/** A scope inside an open transaction: the only kind in which events are recorded and jobs enqueued. */
export interface TransactionScope extends RequestScope {
  /** Runs once the transaction has committed, never after a rollback. For wake-ups: it must not fail. */
  afterCommit(notify: () => void): void;
  /** The objects that the audit log names. What a statement of its own changes is noted here; a flush notes by itself. */
  readonly touched: TouchedObjects;
  /** What is written with the commit. */
  readonly lastRows: LastRows;
}

/** How often a transaction runs again after a conflict with others, and the longest pause before the first time. */
const mostRetries = 3;
const longestPauseMs = 30;

/**
 * Runs a use case's changes in one transaction. What it throws rolls everything back. After a conflict with other
 * transactions the work runs again, with an entity manager of its own: it must change nothing outside. What no client
 * and no job requests has a budget for each transaction. Inside a transaction it runs within a savepoint.
 */
export async function inTransaction<Result>(
  scope: RequestScope,
  work: (transaction: TransactionScope) => Promise<Result>,
): Promise<Result> {
  if (currentBudget() === undefined) return withinLimits(transactionLimits, () => inTransaction(scope, work));
  if (isTransaction(scope)) return runWithin(scope, work);
  const once = scope.steps?.next();
  const step =
    once === undefined ? work : (transaction: TransactionScope) => once(transaction, () => work(transaction));
  for (let retry = 1; ; retry += 1) {
    try {
      return await inSpan('transaction', () => runTransaction(scope, step));
    } catch (error) {
      scope.trail?.refused(error);
      if (retry > mostRetries || !isTransactionConflict(error)) throw error;
      await delay(Math.random() * longestPauseMs * retry);
    }
  }
}

function isTransaction(scope: RequestScope): scope is TransactionScope {
  return 'lastRows' in scope;
}

async function runTransaction<Result>(
  scope: RequestScope,
  work: (transaction: TransactionScope) => Promise<Result>,
): Promise<Result> {
  const notifications = new Set<() => void>();
  const afterCommit = (notify: () => void): void => void notifications.add(notify);
  const result = await scope.em.transactional(
    async (em) => {
      const transaction = { ...scope, em, afterCommit, touched: new TouchedObjects(), lastRows: new LastRows() };
      if (scope.trail !== undefined) em.getEventManager().registerSubscriber(transaction.touched);
      const done = await work(transaction);
      await em.flush();
      await transaction.lastRows.writeLast(transaction);
      return done;
    },
    // The next run must not see entities that an earlier one has loaded and changed.
    { clear: true },
  );
  for (const notify of notifications) notify();
  return result;
}

/** What the work notes counts only if it ends well: the transaction may go on without it. */
async function runWithin<Result>(
  transaction: TransactionScope,
  work: (transaction: TransactionScope) => Promise<Result>,
): Promise<Result> {
  const notifications = new Set<() => void>();
  const afterCommit = (notify: () => void): void => void notifications.add(notify);
  const lastRows = new LastRows();
  const result = await transaction.em.transactional((em) => work({ ...transaction, em, afterCommit, lastRows }));
  transaction.lastRows.addAll(lastRows);
  for (const notify of notifications) transaction.afterCommit(notify);
  return result;
}
