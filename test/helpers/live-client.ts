import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A live subscription whose messages are kept, so that none is missed between two looks. */
export interface LiveStream<Data> {
  received: { data?: Data | null; errors?: readonly { message: string; extensions?: unknown }[] }[];
  /** Why it ended; undefined while it runs. */
  ended: () => unknown;
  stop: () => void;
}

/** Speaks GraphQL over WebSocket with the client that browsers use. */
export class LiveClient {
  readonly #client: Client;
  /** Code of the last close. */
  closeCode: number | undefined;
  connected = 0;

  constructor(base: string, connectionParams?: Record<string, unknown>) {
    this.#client = createClient({
      url: `${base.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      lazy: true,
      retryAttempts: 0,
      ...(connectionParams === undefined ? {} : { connectionParams }),
      on: {
        connected: () => void (this.connected += 1),
        closed: (event) => void (this.closeCode = (event as { code: number }).code),
      },
    });
  }

  subscribe<Data>(query: string, variables: Record<string, unknown> = {}): LiveStream<Data> {
    const received: LiveStream<Data>['received'] = [];
    let end: unknown;
    const stop = this.#client.subscribe(
      { query, variables },
      {
        next: (message) => received.push(message as LiveStream<Data>['received'][number]),
        error: (error) => (end = error),
        complete: () => (end ??= 'complete'),
      },
    );
    return { received, stop, ended: () => end };
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }
}
