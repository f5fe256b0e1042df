import type { ExecutionResult } from 'graphql';

/** Where a subscription writes its results: the response pane. */
export interface Sink {
  next(result: ExecutionResult): void;
  complete(): void;
}

/** Trouble on the way to the server, in the form the response pane shows everything else in. */
export const failure = (message: string): ExecutionResult => ({ errors: [{ message }] }) as unknown as ExecutionResult;
