import type { AnyVariables, Client, CombinedError, OperationResult, TypedDocumentNode } from '@urql/core';
import { problemOf } from '../api/problems.ts';

/** What became of a request. Nothing came of one that is absent: it is sent again. */
export type Outcome<Data> =
  | { readonly is: 'done'; readonly data: Data }
  | { readonly is: 'absent' }
  | { readonly is: 'refused'; readonly error: CombinedError };

/** Whether the same request may succeed in a moment: without a network, and while the server has too much to do. */
function isTemporary(error: CombinedError, status: number | undefined): boolean {
  const problem = problemOf(error);
  if (problem !== undefined) return problem.status === 429 || problem.status >= 500;
  return (
    error.networkError !== undefined && (status === undefined || status >= 500 || status === 429 || status === 401)
  );
}

function outcomeOf<Data>({ data, error }: OperationResult<Data, AnyVariables>): Outcome<Data> {
  if (error === undefined) return data === undefined ? { is: 'absent' } : { is: 'done', data };
  const status = (error.response as Response | undefined)?.status;
  return isTemporary(error, status) ? { is: 'absent' } : { is: 'refused', error };
}

/** Sends changes through the client of the console. */
export class Sender {
  constructor(readonly client: Client) {}

  async change<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Outcome<Data>> {
    return outcomeOf(await this.client.mutation(document, variables).toPromise());
  }

  async read<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Outcome<Data>> {
    return outcomeOf(await this.client.query(document, variables, { requestPolicy: 'network-only' }).toPromise());
  }
}
