import { type Budget, currentBudget, overBudget } from '../../core/index.ts';

/**
 * Most values that one statement may have, on either database. PostgreSQL's protocol takes twice as many; PGlite then
 * stops answering, this statement and all later ones, without an error.
 */
const mostValues = 32_767;

/** Statements that begin or end a transaction are neither counted nor aborted: the session would be left in between. */
const transactionControl = /^(begin|start transaction|commit|rollback|savepoint|release)\b/i;

/**
 * A statement that the budget of its work has rejected or aborted. The AppError is its cause, because MikroORM wraps the
 * errors of drivers.
 */
export class StatementAbortedError extends Error {
  constructor(reason: unknown) {
    super('The statement was aborted.', { cause: reason });
  }
}

/**
 * Counts a statement before it runs.
 *
 * @returns the budget that may abort it; undefined outside of any
 * @throws StatementAbortedError when the budget allows no more statements, or this one has too many values
 */
export function spendStatement(text: string, values: readonly unknown[]): Budget | undefined {
  if (values.length > mostValues) throw new StatementAbortedError(overBudget('one statement', mostValues, 'values'));
  const budget = transactionControl.test(text) ? undefined : currentBudget();
  try {
    budget?.spend('statements');
  } catch (refusal) {
    throw new StatementAbortedError(refusal);
  }
  return budget;
}

/**
 * Waits for a result or for the end of the budget.
 *
 * @param onOver cancels the statement, so that its result comes at once
 * @throws StatementAbortedError when the budget ended first
 */
export async function untilOver<Result>(
  budget: Budget,
  result: Promise<Result>,
  onOver: () => Promise<void> | void,
): Promise<Result> {
  let ending: Promise<void> | undefined;
  const endWait = budget.wait();
  const forget = budget.onCancel(() => (ending = Promise.resolve(onOver())));
  try {
    return await result;
  } catch (error) {
    const { signal } = budget;
    throw signal.aborted ? new StatementAbortedError(signal.reason) : error;
  } finally {
    endWait();
    forget();
    await ending;
  }
}
