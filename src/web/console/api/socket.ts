import type { ExecutionResult, SubscriptionForwarder } from '@urql/core';
import { type Client, CloseCode, createClient } from 'graphql-ws';
import type { Connection } from './connection.ts';

/** Time-out of a pong, and about the delay before a refused stream opens again, in milliseconds. */
const silenceMs = 5_000;
const pauseMs = 1_000;

/** Opens a stream. A stream that takes `$after` resumes behind the last cursor that it has shown. */
export type OpenStream = (
  operation: Pick<Parameters<SubscriptionForwarder>[0], 'query' | 'variables'>,
) => ReturnType<SubscriptionForwarder>;

/** The socket of the console. It is open only while a screen has a stream. */
export interface Socket {
  readonly forward: OpenStream;
  readonly close: () => void;
}

/** A stream that takes `$after` resumes behind the last cursor that it has shown, so that it misses nothing. */
export function openSocket(url: string, connection: Connection): Socket {
  const client = createSocketClient(url, connection);
  return {
    close: () => void client.dispose(),
    forward: ({ query = '', variables: given }) => ({
      subscribe: (sink) => {
        const variables: Record<string, unknown> = { ...(given as Record<string, unknown>) };
        const isResumed = /\$after\b/.test(query);
        let stop = (): void => undefined;
        let pause: ReturnType<typeof setTimeout> | undefined;
        const start = (): void => {
          stop = client.subscribe(
            { query, variables }, // graphql-ws writes them out anew at each connection
            {
              next(result) {
                if (isResumed) variables['after'] = cursorOf(result.data) ?? variables['after'];
                sink.next(result as ExecutionResult);
              },
              error(error) {
                if (isTemporary(error)) pause = setTimeout(start, pauseMs * (0.5 + Math.random()));
                else if (Array.isArray(error)) endWith(sink, error);
                else sink.error(error instanceof Error ? error : new Error('The connection to the server has ended.'));
              },
              complete: () => sink.complete(),
            },
          );
        };
        start();
        return {
          unsubscribe: () => {
            clearTimeout(pause);
            stop();
          },
        };
      },
    }),
  };
}

function createSocketClient(url: string, connection: Connection): Client {
  let silence: ReturnType<typeof setTimeout>;
  const client = createClient({
    url,
    shouldRetry: (event) => !(isCloseEvent(event) && event.code === CloseCode.Forbidden),
    retryAttempts: Infinity,
    retryWait: (tries) => new Promise((go) => setTimeout(go, Math.random() * Math.min(500 * 2 ** tries, 10_000))),
    keepAlive: 10_000,
    lazyCloseTimeout: 1_000, // one connection while screens change
    on: {
      connecting: (isRetry) => connection.become(isRetry ? 'lost' : 'connecting'),
      connected: () => connection.become('open'),
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => client.terminate(), silenceMs);
      },
      pong: () => clearTimeout(silence),
      closed: (event) => {
        clearTimeout(silence);
        connection.become(isCloseEvent(event) && event.code === 1000 ? 'idle' : 'lost');
      },
    },
  });
  return client;
}

type Sink = Parameters<ReturnType<SubscriptionForwarder>['subscribe']>[0];

function endWith(sink: Sink, errors: unknown[]): void {
  sink.next({ errors: errors as NonNullable<ExecutionResult['errors']> } as ExecutionResult);
  sink.complete();
}

/** The cursor that the one field of a stream has, if it has one. */
function cursorOf(data: unknown): unknown {
  const [row] = Object.values((data ?? {}) as Record<string, { readonly cursor?: unknown } | null>);
  return row?.cursor;
}

/** Whether the client reads too slowly, or the database is away. */
function isTemporary(errors: unknown): boolean {
  const [error] = Array.isArray(errors) ? (errors as { extensions?: { problem?: { status?: number } } }[]) : [];
  return [429, 503].includes(error?.extensions?.problem?.status ?? 0);
}

const isCloseEvent = (event: unknown): event is { readonly code: number } =>
  typeof event === 'object' && event !== null && 'code' in event;
