import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Json } from './rest-client.ts';

/** A live subscription whose messages are kept, so that none is missed between two looks. */
export interface LiveStream {
  received: Json[];
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

  subscribe(query: string, variables: Record<string, unknown> = {}): LiveStream {
    const received: Json[] = [];
    let end: unknown;
    const stop = this.#client.subscribe(
      { query, variables },
      {
        next: (message) => received.push(message as unknown as Json),
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
