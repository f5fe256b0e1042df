import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import type { Budget } from './budget.ts';

/**
 * Breaks the work for an answer off when its client leaves before it is sent.
 *
 * @param mayEnd asked then: changes are let finish, so that their repetition under the same key gives the same result
 */
export function endWithClient(budget: Budget, response: ServerResponse, mayEnd = () => true): void {
  response.once('close', () => {
    if (!response.writableFinished && mayEnd()) budget.cancel(clientLeft());
  });
}

/** Why work ends for whose result nobody waits any more. */
export function clientLeft(): AppError {
  return new AppError('OVER_BUDGET', 'The client has left before it was answered.');
}
