import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ApiKeyGuard } from '../access/api-key.ts';
import { type Client, clientOf } from '../access/client.ts';
import { isFromHere } from '../access/same-origin.ts';
import { AppError } from '../errors.ts';
import { LogStream } from '../events/log-stream.ts';
import type { Actor } from '../scope.ts';
import type { Semaphore } from '../semaphore.ts';
import type { Outlet } from './broadcast-member.ts';
import { Broadcasts } from './broadcasts.ts';
import { type GraphQLContext } from './context.ts';
import { DocumentCache, withCode } from './document-cache.ts';
import { asGraphQLError, formatError } from './format-error.ts';
import { sharedKey } from './shared-key.ts';
import { checkVariables } from './variables.ts';

/** Largest message a client may send, in bytes. */
const maxMessageBytes = 262_144;
/** Operations that one socket may have under way. */
const maxOperations = 100;
/** Within this time, in milliseconds, a stop closes all sockets one after the other: not all come back together. */
const closingWindowMs = 4_000;
/** How long a client may take to close, in milliseconds. */
const lingerMs = 1_500;
/** How many sockets are closed at a time; few sockets are closed at once. */
const closedAtOnce = 20;

export interface SocketOptions {
  readonly server: Server;
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly guard: ApiKeyGuard;
  readonly newContext: (actor: Actor, client: Client) => GraphQLContext;
  /** Sockets that one address may have open. */
  readonly maxPerClient: number;
  /**
   * Shared by the reads that live events cause, whatever documents there are: without it they would ask for more
   * connections of the database than there are, and fail when they have waited too long for one.
   */
  readonly liveReads: Semaphore;
  readonly log: Logger;
}

/** What is known of one socket beside what graphql-ws keeps. */
type SocketState = { actor?: Actor };

/** An operation that is about to run, and where its results go. */
type Operation = ExecutionArgs & {
  readonly contextValue: GraphQLContext;
  readonly actor: Actor;
  readonly outlet: Outlet;
};

/** GraphQL over WebSocket (graphql-ws protocol) at the same path as over HTTP. Its `close` sends everyone 1001. */
export function serveSockets(options: SocketOptions): { close: () => Promise<void> } {
  const { server, schema, guard, newContext, log } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const documents = new DocumentCache(schema);
  const broadcasts = new Broadcasts();

  const handle = useServer<Record<string, unknown>, SocketState>(
    {
      schema,
      connectionInitWaitTimeout: 5_000,
      onConnect: ({ connectionParams, extra }) => {
        const authorization = connectionParams?.['authorization'] ?? connectionParams?.['Authorization'];
        try {
          extra.actor = guard.authenticate(typeof authorization === 'string' ? authorization : undefined);
          return true;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          extra.socket.close(CloseCode.Forbidden, error.message.slice(0, 120));
          return false;
        }
      },
      onSubscribe: ({ extra, subscriptions }, operationId, payload) => {
        if (Object.keys(subscriptions).length > maxOperations) return [asGraphQLError(tooManyOperations)];
        const outlet = { socket: extra.socket, connection: extra.request.socket, operationId };
        const actor = extra.actor ?? 'local';
        return prepare(documents, payload, { contextValue: newContext(actor, clientOf(extra.request)), actor, outlet });
      },
      subscribe: (args) => subscribe(args as Operation, broadcasts, options),
      onNext: (_context, _id, _payload, { contextValue }, result) =>
        result.errors === undefined ? undefined : told(result, (contextValue as GraphQLContext).scope, log),
      onError: (_context, _id, _payload, errors) => {
        const requestId = randomUUID();
        const answer = tell(errors, { requestId }, log);
        log.info(
          { requestId, codes: answer.map(({ extensions }) => extensions?.['code']) },
          'live operation refused or ended',
        );
        return answer;
      },
    },
    sockets,
    12_000,
  );
  // In place of the library's own listener, which lets a client write to our standard error.
  sockets.on('connection', (socket: WebSocket) => {
    socket.removeAllListeners('error');
    socket.on('error', (error) => log.debug({ error }, 'socket error'));
  });

  const clients = new Map<string, number>();
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node removes its own handler on upgrade: an unguarded error would end the process.
    socket.on('error', (error) => log.debug({ error }, 'upgrade failed'));
    const [pathname] = (request.url ?? '').split('?', 1);
    const client = request.socket.remoteAddress ?? '';
    const open = clients.get(client) ?? 0;
    if (pathname !== options.path) refuse(socket, '404 Not Found');
    else if (!isFromHere(request.headers, guard.isOpen)) refuse(socket, '403 Forbidden');
    else if (open >= options.maxPerClient) refuse(socket, '429 Too Many Requests');
    else {
      clients.set(client, open + 1);
      socket.once('close', () => {
        const left = (clients.get(client) ?? 1) - 1;
        if (left === 0) clients.delete(client);
        else clients.set(client, left);
      });
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
    }
  };
  server.on('upgrade', upgrade);

  return {
    close: async () => {
      server.off('upgrade', upgrade);
      server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuse(socket, '503 Service Unavailable'));
      await closeGradually([...sockets.clients]);
      // A client that no longer reads does not hear that it is to close.
      const lingering = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), lingerMs);
      await handle.dispose();
      clearTimeout(lingering);
    },
  };
}

/** Sends 1001 to some at a time, so that their clients do not all come back in the same moment. */
async function closeGradually(sockets: readonly WebSocket[]): Promise<void> {
  const steps = Math.ceil(sockets.length / closedAtOnce);
  for (let step = 0; step < steps; step += 1) {
    for (const socket of sockets.slice(step * closedAtOnce, (step + 1) * closedAtOnce)) {
      socket.close(1001, 'Going away');
    }
    if (step + 1 < steps) await delay(Math.min(50, closingWindowMs / steps));
  }
}

/** Does not wait for the client to close as well: no time limit of the HTTP server holds for an upgraded connection. */
function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** Parses, validates and checks as HTTP does: graphql-ws would do it by itself, without our limits. */
function prepare(
  documents: DocumentCache,
  { query, variables, operationName }: SubscribePayload,
  place: Pick<Operation, 'contextValue' | 'actor' | 'outlet'>,
): Operation | readonly GraphQLError[] {
  try {
    const { document, faults } = documents.get(query);
    if (document === null) return faults;
    const { schema } = documents;
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) {
      return [withCode(new GraphQLError('Name one operation to run.'), 'OPERATION_RESOLUTION_FAILURE')];
    }
    checkVariables(schema, operation, variables ?? {});
    return {
      schema,
      document,
      ...place,
      ...(variables === undefined || variables === null ? {} : { variableValues: variables }),
      ...(operationName === undefined || operationName === null ? {} : { operationName }),
    };
  } catch (error) {
    if (error instanceof AppError) return [asGraphQLError(error)];
    throw error;
  }
}

/**
 * Runs a subscription. Each row is resolved with a fresh context: what was loaded for one must not answer for the
 * next, however long the socket lives.
 */
async function subscribe(
  operation: Operation,
  broadcasts: Broadcasts,
  { liveReads, log }: Pick<SocketOptions, 'liveReads' | 'log'>,
): Promise<AsyncIterableIterator<never> | ExecutionResult> {
  const stream = await createSourceEventStream(operation);
  if (!(Symbol.asyncIterator in stream)) return stream;
  if (!isLogStream(stream)) throw new TypeError('a subscription field does not follow a log');
  const { outlet, actor, contextValue, ...args } = operation;
  const executeFreshly = async (row: object | null): Promise<string> => {
    const renewed = contextValue.renewed(liveReads);
    const result = await execute({ ...args, rootValue: row, contextValue: renewed });
    return JSON.stringify(result.errors === undefined ? result : told(result, renewed.scope, log));
  };
  const key = sharedKey(operation, actor);
  return broadcasts.follow(key, stream, executeFreshly, outlet);
}

function isLogStream(stream: AsyncIterable<unknown>): stream is LogStream {
  return stream instanceof LogStream;
}

const tooManyOperations = new AppError(
  'TOO_MANY_REQUESTS',
  `A socket may have ${maxOperations} operations under way: complete some, or open another socket.`,
);

/** A result as its client gets it. */
function told(
  { data = null, errors = [] }: { data?: ExecutionResult['data']; errors?: ExecutionResult['errors'] | undefined },
  scope: { requestId: string },
  log: Logger,
): object {
  return { data, errors: tell(errors, scope, log) };
}

function tell(
  errors: readonly GraphQLError[],
  { requestId }: { readonly requestId: string },
  log: Logger,
): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error, requestId, log));
}
