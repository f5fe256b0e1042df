import type { CombinedError } from '@urql/core';
import type { Schemas } from '../../story/answers.ts';

type Problem = Schemas['Problem'];

/** Why the server has refused an operation; undefined where no problem came, as without a network. */
export function problemOf(error: CombinedError | undefined): Problem | undefined {
  const [first] = error?.graphQLErrors ?? [];
  return first?.extensions['problem'] as Problem | undefined;
}

/** What went wrong, for people. */
export function reasonOf(error: CombinedError): string {
  const problem = problemOf(error);
  if (problem !== undefined) return problem.detail ?? problem.title;
  return error.networkError === undefined
    ? error.message
    : 'The server has not answered. What you entered is still here: try again in a moment.';
}

/** What is wrong with a value of the input, by its JSON Pointer such as `/name`. */
export function faultAt(error: CombinedError | undefined, pointer: string): string | undefined {
  return problemOf(error)?.errors?.find((fault) => fault.pointer === pointer || fault.pointer === `/input${pointer}`)
    ?.detail;
}

/** Whether somebody else has changed the object since it was read. */
export function isOutdated(error: CombinedError | undefined): boolean {
  return problemOf(error)?.code === 'PRECONDITION_FAILED';
}
