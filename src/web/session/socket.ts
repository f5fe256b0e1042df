import { type Client, type ClientOptions, CloseCode, createClient } from 'graphql-ws';

/** Time-out of a pong, and about the delay before a refused stream opens again, in milliseconds. */
const silenceMs = 5_000;
const pauseMs = 1_000;

interface SocketOptions extends Pick<ClientOptions, 'url' | 'connectionParams'> {
  /** Whether the next try is worth it. A connection that was refused for good is not tried again. */
  readonly mayRetry?: () => boolean;
  /** About the delay before the first try, in milliseconds: it doubles with each. */
  readonly retryMs: number;
  readonly on?: Pick<NonNullable<ClientOptions['on']>, 'connecting' | 'connected' | 'closed'>;
}

/** A client that connects again after a restart of the server, and that notices a silent connection. */
export function createSocket({ mayRetry = () => true, retryMs, on = {}, ...options }: SocketOptions): Client {
  let silence: ReturnType<typeof setTimeout>;
  const client = createClient({
    ...options,
    shouldRetry: (event) => mayRetry() && !(isCloseEvent(event) && event.code === CloseCode.Forbidden),
    retryAttempts: Infinity,
    // Pages that were cut off together do not all come back at once.
    retryWait: (tries) => new Promise((go) => setTimeout(go, Math.random() * Math.min(retryMs * 2 ** tries, 10_000))),
    keepAlive: 10_000,
    lazyCloseTimeout: 1_000, // one connection while streams follow each other
    on: {
      ...on,
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => client.terminate(), silenceMs);
      },
      pong: () => clearTimeout(silence),
      closed: (event) => {
        clearTimeout(silence);
        on.closed?.(event);
      },
    },
  });
  return client;
}

/** The delay before a stream that was refused for a time opens again, in milliseconds: not all come back at once. */
export const reopenMs = (): number => pauseMs * (0.5 + Math.random());

/** Whether the errors of a stream pass: the client reads too slowly, or the database is away. */
export function isTemporary(errors: unknown): boolean {
  const [error] = Array.isArray(errors) ? (errors as { extensions?: { problem?: { status?: number } } }[]) : [];
  return [429, 503].includes(error?.extensions?.problem?.status ?? 0);
}

/** Whether a connection ended with a code. One that was refused has none. */
export const isCloseEvent = (event: unknown): event is { readonly code: number; readonly reason: string } =>
  typeof event === 'object' && event !== null && 'code' in event && 'reason' in event;
