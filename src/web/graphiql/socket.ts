import type { FetcherParams } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import type { Client } from 'graphql-ws';
import { createSocket, isCloseEvent, isTemporary, reopenMs } from '../session/socket.ts';
import { failure, type Sink } from './result.ts';

/** One client per Authorization header and session. A socket is open only while it has subscriptions. */
const clients = new Map<string, Client>();

/** The identity of a socket. */
interface Asker {
  /** Those of the header editor. */
  readonly headers: Record<string, unknown>;
  /** Names the session of the browser, whose cookie the socket sends; undefined without one. */
  readonly session?: string | undefined;
}

/**
 * Starts a subscription. A document that takes `$after`, as the sample does, resumes behind the last event that was
 * shown, so it misses none while the server is away.
 *
 * @returns the function that ends it
 */
export function subscribe(
  url: string,
  { query, variables: given = {}, operationName }: FetcherParams,
  { headers, session }: Asker,
  sink: Sink,
): () => void {
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization');
  const client = clientFor(url, entry && String(entry[1]), session);
  const variables = { ...(given as Record<string, unknown>) }; // graphql-ws writes them out anew at each connection
  const isResumed = /\$after\b/.test(query);
  let isStopped = false;
  let stop = (): void => undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const start = (): void => {
    // Without a cursor, events before the first one that arrives could be missed: so it reads the current cursor first.
    const asksWhere = isResumed && typeof variables['after'] !== 'string';
    const operation = { query, variables, operationName: operationName ?? null };
    stop = client.subscribe<Record<string, unknown>>(asksWhere ? { query: '{ latestEventCursor }' } : operation, {
      next(result) {
        const { latestEventCursor, events } = result.data ?? {};
        if (isResumed) variables['after'] = latestEventCursor ?? cursorOf(events) ?? variables['after'];
        if (latestEventCursor === undefined) sink.next(result as ExecutionResult);
      },
      error(error) {
        if (isTemporary(error)) {
          pause = setTimeout(start, reopenMs());
          return;
        }
        sink.next(toFailure(error));
        sink.complete();
      },
      complete() {
        if (asksWhere && !isStopped && typeof variables['after'] === 'string') start();
        else sink.complete();
      },
    });
  };
  start();
  return () => {
    isStopped = true;
    clearTimeout(pause);
    stop();
  };
}

function clientFor(url: string, authorization: string | undefined, session: string | undefined): Client {
  const name = authorization ?? `session ${session ?? ''}`;
  const known = clients.get(name);
  if (known) return known;
  let wasConnected = false;
  const client = createSocket({
    url,
    ...(authorization !== undefined && { connectionParams: { authorization } }),
    // Reconnects after a restart of the server, but reports a refused first connection at once. A refused connection
    // has an event without a code.
    mayRetry: () => wasConnected,
    retryMs: 1_000,
    on: {
      connected: () => {
        wasConnected = true;
      },
    },
  });
  clients.set(name, client);
  return client;
}

function cursorOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'cursor' in event ? event.cursor : undefined;
}

function toFailure(error: unknown): ExecutionResult {
  if (Array.isArray(error)) return { errors: error };
  if (isCloseEvent(error)) {
    return failure(`The socket was closed: ${error.code} ${error.reason}`.trimEnd());
  }
  return failure(error instanceof Error ? error.message : 'No socket to the server');
}
