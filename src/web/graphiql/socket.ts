import type { FetcherParams } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import { type Client, CloseCode, createClient } from 'graphql-ws';
import { failure, type Sink } from './result.ts';

/** One client for each Authorization in use. A socket is open only while it carries a subscription. */
const clients = new Map<string | undefined, Client>();

/** Starts a subscription. The answer ends it. */
export function subscribe(params: FetcherParams, headers: Record<string, unknown>, sink: Sink): () => void {
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization');
  return clientFor(entry && String(entry[1])).subscribe<Record<string, unknown>>(params, {
    next: (result) => sink.next(result as ExecutionResult),
    error(error) {
      sink.next(toFailure(error));
      sink.complete();
    },
    complete: () => sink.complete(),
  });
}

function clientFor(authorization: string | undefined): Client {
  let client = clients.get(authorization);
  if (!client) {
    let wasConnected = false;
    client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      ...(authorization !== undefined && { connectionParams: { authorization } }),
      on: { connected: () => (wasConnected = true) },
      // Come back after a restart of the server, but say at once that a first connection was turned away.
      shouldRetry: (error) => wasConnected && isCloseEvent(error) && error.code !== CloseCode.Forbidden,
    });
    clients.set(authorization, client);
  }
  return client;
}

function toFailure(error: unknown): ExecutionResult {
  if (Array.isArray(error)) return { errors: error };
  if (isCloseEvent(error)) {
    return failure(`The socket was closed: ${error.code} ${error.reason}`.trimEnd());
  }
  return failure(error instanceof Error ? error.message : 'No socket to the server');
}

const isCloseEvent = (error: unknown): error is { code: number; reason: string } =>
  typeof error === 'object' && error !== null && 'code' in error && 'reason' in error;
