import type { ExecutionResult, GraphQLError } from 'graphql';
import { type Admission, AppError, type Entrant } from '../../core/index.ts';
import { asGraphQLError } from '../execution/format-error.ts';

type Results = AsyncIterableIterator<ExecutionResult>;

/** Why an operation on a socket is refused before it is read, as a request would be; null if it is not. */
export function refusalOf(admission: Admission): GraphQLError | null {
  return errorOf(() => admission.check());
}

/** Counts a query or a mutation of a socket as a request of its client until it has its result. */
export function admitted(results: Results, admission: Admission, entrant: Entrant): Results | ExecutionResult {
  let leave = (): void => undefined;
  const refusal = errorOf(() => (leave = admission.enter(entrant)));
  if (refusal !== null) return { errors: [refusal] };
  let isBegun = false;
  const counted: Results = {
    next: async () => {
      isBegun = true;
      return results.next().finally(leave);
    },
    // An operation that has begun may continue after its client has left.
    return: async () => {
      if (!isBegun) leave();
      return results.return?.() ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => counted,
  };
  return counted;
}

function errorOf(admit: () => unknown): GraphQLError | null {
  try {
    admit();
    return null;
  } catch (error) {
    if (error instanceof AppError) return asGraphQLError(error);
    throw error;
  }
}
