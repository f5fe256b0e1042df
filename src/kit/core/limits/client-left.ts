import type { ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import type { Budget } from './budget.ts';

/**
 * Does work for an answer, and breaks it off when its client leaves meanwhile. Nothing of the work is kept for the client
 * that then takes its time to read.
 *
 * @param mayEnd called then: changes are let finish, so that their repetition under the same key gives the same result
 */
export async function endWithClient<Result>(
  budget: Budget,
  response: ServerResponse,
  work: () => Promise<Result>,
  mayEnd = () => true,
): Promise<Result> {
  const onClose = (): void => {
    if (mayEnd()) budget.cancel(clientLeft());
  };
  response.on('close', onClose);
  try {
    return await work();
  } finally {
    response.off('close', onClose);
  }
}

/** Why work is ended whose client has left. */
export function clientLeft(): AppError {
  return new AppError('client_left', 'The client has left before it was answered.');
}
