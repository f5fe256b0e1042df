import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/**
 * The first answer to an operation over a socket: a result, or the errors by which it was refused. Without a text it is
 * sent as graphql-ws says for persisted queries, with an empty one.
 */
export async function askOnSocket(base: string, payload: object): Promise<object> {
  const url = `${base.replace('http', 'ws')}/graphql`;
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 });
  try {
    return await new Promise<object>((resolve, reject) => {
      client.subscribe(
        { query: '', ...payload },
        {
          next: (result) => resolve(result),
          error: (error) => (Array.isArray(error) ? resolve({ errors: error as object[] }) : reject(error as Error)),
          complete: () => undefined,
        },
      );
    });
  } finally {
    await client.dispose();
  }
}
