import { Client, fetchExchange, mapExchange, subscriptionExchange } from '@urql/core';
import type { Session } from '../../session/session.ts';
import { createCache } from './cache.ts';
import { Connection } from './connection.ts';
import { type OpenStream, openSocket } from './socket.ts';

/** What the screens of one visitor use of the API. */
export interface ConsoleClient {
  readonly urql: Client;
  readonly connection: Connection;
  /** For streams of more objects than the cache should hold. */
  readonly openStream: OpenStream;
  readonly close: () => void;
}

/** GraphQL over HTTP, and over one socket for streams, with one cache of objects by id for both. */
export function createConsoleClient(session: Session): ConsoleClient {
  const connection = new Connection();
  const socket = openSocket(`${location.origin.replace(/^http/, 'ws')}/graphql`, connection);
  const urql = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: session.headers }),
    exchanges: [
      mapExchange({
        onError({ response }) {
          // The session may have ended, or another tab may have begun one.
          if ([401, 403].includes((response as Response | undefined)?.status ?? 0)) void session.look();
        },
      }),
      createCache(),
      fetchExchange,
      subscriptionExchange({ forwardSubscription: socket.forward }),
    ],
  });
  return { urql, connection, openStream: socket.forward, close: socket.close };
}
