import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ApiKeyGuard } from '../access/api-key.ts';
import { type Client, clientOf } from '../access/client.ts';
import { isFromHere } from '../access/same-origin.ts';
import type { Admission } from '../limits/admission.ts';
import { operationLimits, withinLimits } from '../budget/budget.ts';
import { toAppError } from '../database/database-errors.ts';
import { AppError } from '../kernel/errors.ts';
import { LogStream } from '../live/log-stream.ts';
import type { Actor } from '../database/scope.ts';
import type { Semaphore } from '../limits/semaphore.ts';
import type { Outlet } from './broadcast-member.ts';
import { Broadcasts } from './broadcasts.ts';
import { closeGradually } from './close-gradually.ts';
import { type GraphQLContext } from '../graphql/context.ts';
import { costOf, refuseCostly } from '../execution/cost.ts';
import { type DocumentCache, withCode } from '../execution/document-cache.ts';
import { executeWithinBudget, leavable } from '../execution/execute.ts';
import { asGraphQLError, formatError } from '../execution/format-error.ts';
import { isGraphQLPath } from '../graphql/path.ts';
import { refuseUpgrade } from './refused-upgrade.ts';
import { sharedKey } from '../execution/shared-key.ts';
import { admitted, refusalOf } from './socket-admission.ts';
import { socketCompression } from './socket-compression.ts';
import { checkVariables } from '../execution/variables.ts';

/** Largest message a client may send, in bytes. */
const maxMessageBytes = 262_144;
/** Operations that one socket may have under way. */
const maxOperations = 100;
/** How long a client may take to close, in milliseconds. */
const lingerMs = 1_500;

export interface SocketOptions {
  readonly server: Server;
  readonly documents: DocumentCache;
  readonly guard: ApiKeyGuard;
  readonly newContext: (actor: Actor, client: Client) => GraphQLContext;
  readonly admission: Admission;
  /** Whether large messages are compressed for clients that offer it. */
  readonly isCompressed: boolean;
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
  const { server, documents, guard, newContext, log } = options;
  const perMessageDeflate = options.isCompressed && socketCompression;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate });
  const broadcasts = new Broadcasts();

  const handle = useServer<Record<string, unknown>, SocketState>(
    {
      schema: documents.schema,
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
        const refusal = refusalOf(options.admission);
        if (refusal !== null) return [refusal];
        if (Object.keys(subscriptions).length > maxOperations) return [asGraphQLError(tooManyOperations)];
        const outlet = { socket: extra.socket, connection: extra.request.socket, operationId };
        const actor = extra.actor ?? 'local';
        return prepare(documents, payload, { contextValue: newContext(actor, clientOf(extra.request)), actor, outlet });
      },
      execute: (args) =>
        admitted(leavable(args as Operation), options.admission, (args as Operation).contextValue.client.ip),
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

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node removes its own handler on upgrade: an unguarded error would end the process.
    socket.on('error', (error) => log.debug({ error }, 'upgrade failed'));
    const [pathname] = (request.url ?? '').split('?', 1);
    if (!isGraphQLPath(pathname ?? '')) refuseUpgrade(socket, 'NOT_FOUND');
    else if (!isFromHere(request.headers, guard.isOpen)) refuseUpgrade(socket, 'FORBIDDEN');
    else {
      try {
        socket.once('close', options.admission.enterStream(clientOf(request).ip));
      } catch (error) {
        return refuseUpgrade(socket, toAppError(error).code);
      }
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
    }
  };
  server.on('upgrade', upgrade);

  return {
    close: async () => {
      server.off('upgrade', upgrade);
      server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuseUpgrade(socket, 'UNAVAILABLE'));
      await closeGradually([...sockets.clients]);
      // A client that no longer reads does not hear that it is to close.
      const lingering = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), lingerMs);
      await handle.dispose();
      clearTimeout(lingering);
    },
  };
}

/** Parses, validates and checks as HTTP does: graphql-ws would do it by itself, without our limits. */
function prepare(
  documents: DocumentCache,
  { query, variables, operationName }: SubscribePayload,
  place: Pick<Operation, 'contextValue' | 'actor' | 'outlet'>,
): Operation | readonly GraphQLError[] {
  try {
    const { document, faults } = documents.check(query);
    if (document === null) return faults;
    const { schema } = documents;
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) {
      return [withCode(new GraphQLError('Name one operation to run.'), 'OPERATION_RESOLUTION_FAILURE')];
    }
    checkVariables(schema, operation, variables ?? {});
    refuseCostly(costOf({ schema, document, operationName, variables }));
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
  const stream = await withinLimits(operationLimits, () => createSourceEventStream(operation));
  if (!(Symbol.asyncIterator in stream)) return stream;
  if (!isLogStream(stream)) throw new TypeError('a subscription field does not follow a log');
  const { outlet, actor, contextValue, ...args } = operation;
  const executeFreshly = async (row: object | null): Promise<string> => {
    const renewed = contextValue.renewed(liveReads);
    const result = await executeWithinBudget({ ...args, rootValue: row, contextValue: renewed });
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
