import type { ExecutionResult } from 'graphql';

/** Where a subscription writes its results: the response pane. */
export interface Sink {
  next(result: ExecutionResult): void;
  complete(): void;
}

/** A network error as a GraphQL result, so that the response pane shows it. */
export const failure = (message: string): ExecutionResult => ({ errors: [{ message }] }) as unknown as ExecutionResult;
