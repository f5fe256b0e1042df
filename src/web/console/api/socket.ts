import type { ExecutionResult, SubscriptionForwarder } from '@urql/core';
import { createSocket, isCloseEvent, isTemporary, reopenMs } from '../../session/socket.ts';
import type { Connection } from './connection.ts';

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
  const client = createSocket({
    url,
    retryMs: 500,
    on: {
      connecting: (isRetry) => connection.become(isRetry ? 'lost' : 'connecting'),
      connected: () => connection.become('open'),
      closed: (event) => connection.become(isCloseEvent(event) && event.code === 1000 ? 'idle' : 'lost'),
    },
  });
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
                if (isTemporary(error)) pause = setTimeout(start, reopenMs());
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
