import type { Fetcher, FetcherParams } from '@graphiql/toolkit';
import { type ExecutionResult, getOperationAST, parse } from 'graphql';
import type { LiveOperations } from './live.tsx';
import type { LastAnswer } from './measured.ts';
import { failure } from './result.ts';
import type { Session } from '../session/session.ts';
import { subscribe } from './socket.ts';

/**
 * Sends queries and mutations as POST /graphql, and subscriptions over a WebSocket to the same address. The session counts
 * where the header editor has no Authorization.
 */
export function createFetcher(live: LiveOperations, session: Session, lastAnswer: LastAnswer): Fetcher {
  return (params, options) => {
    const returning = live.takeReturning();
    if (returning) return returning;

    const headers: Record<string, unknown> = options?.headers ?? {};
    const operation = readOperation(params);
    const request = { ...params, operationName: operation.name };
    return operation.isSubscription
      ? live.open((sink) => subscribe(socketUrl(), request, { headers, session: session.csrfToken }, sink))
      : post(request, headers, { session, lastAnswer });
  };
}

const socketUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`;

/**
 * Right after a change of tab GraphiQL may still pass the operation name of the previous tab: a name that the document
 * lacks is dropped if the document has one operation.
 */
function readOperation({ query, operationName = null }: FetcherParams) {
  try {
    const document = parse(query);
    const named = getOperationAST(document, operationName);
    const operation = named ?? getOperationAST(document);
    return {
      name: named ? operationName : (operation?.name?.value ?? operationName),
      isSubscription: operation?.operation === 'subscription',
    };
  } catch {
    return { name: operationName, isSubscription: false }; // the server reports what is wrong with it
  }
}

async function post(
  params: FetcherParams,
  userHeaders: Record<string, unknown>,
  { session, lastAnswer }: { readonly session: Session; readonly lastAnswer: LastAnswer },
): Promise<ExecutionResult> {
  let response: Response;
  let text: string;
  const started = performance.now();
  lastAnswer.show(null);
  try {
    const headers = new Headers({
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      ...session.headers,
    });
    for (const [name, value] of Object.entries(userHeaders)) headers.set(name, String(value));
    response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(params) });
    text = await response.text();
    const ms = Math.round(performance.now() - started);
    lastAnswer.show({ status: response.status, ms, bytes: new TextEncoder().encode(text).length });
    // The session may have ended, or another tab may have begun one.
    if ([401, 403].includes(response.status) && !headers.has('authorization')) void session.look();
  } catch (error) {
    return failure(`Request failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return JSON.parse(text) as ExecutionResult;
  } catch {
    return failure(`HTTP ${response.status} ${response.statusText}, and not JSON: ${text.slice(0, 300)}`);
  }
}
