import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ApiKeyGuard } from '../access/api-key.ts';
import { isFromHere } from '../access/same-origin.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../scope.ts';
import { type GraphQLContext } from './context.ts';
import { asGraphQLError, formatError } from './format-error.ts';
import { parseOptions, validationOptions, validationRules } from './limits.ts';
import { checkVariables } from './variables.ts';

/** Largest message a client may send, in bytes. */
const maxMessageBytes = 262_144;

export interface SocketOptions {
  readonly server: Server;
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly guard: ApiKeyGuard;
  readonly newContext: (actor: Actor) => GraphQLContext;
  readonly log: Logger;
}

/** What is known of one socket beside what graphql-ws keeps. */
type SocketState = { actor?: Actor };

/** GraphQL over WebSocket (graphql-ws protocol) at the same path as over HTTP. Its `close` sends everyone 1001. */
export function serveSockets(options: SocketOptions): { close: () => Promise<void> } {
  const { server, schema, guard, newContext, log } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });

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
      onSubscribe: ({ extra }, _id, payload) => prepare(schema, payload, newContext(extra.actor ?? 'local')),
      subscribe: (args) => subscribeFreshly(args as ExecutionArgs),
      onNext: (_context, _id, _payload, { contextValue }, { data = null, errors }) =>
        errors === undefined ? undefined : { data, errors: tell(errors, (contextValue as GraphQLContext).scope, log) },
      onError: (_context, _id, _payload, errors) => tell(errors, { requestId: randomUUID() }, log),
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
    if (pathname !== options.path) refuse(socket, '404 Not Found');
    else if (!isFromHere(request.headers, guard.isOpen)) refuse(socket, '403 Forbidden');
    else sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  };
  server.on('upgrade', upgrade);

  return {
    close: async () => {
      server.off('upgrade', upgrade);
      server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuse(socket, '503 Service Unavailable'));
      await handle.dispose();
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Parses, validates and checks as HTTP does: graphql-ws would do it by itself, without our limits. */
function prepare(
  schema: GraphQLSchema,
  { query, variables, operationName }: SubscribePayload,
  contextValue: GraphQLContext,
): ExecutionArgs | readonly GraphQLError[] {
  try {
    const document = parse(query, parseOptions);
    const faults = validate(schema, document, [...specifiedRules, ...validationRules], validationOptions);
    if (faults.length > 0) return faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED'));
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) {
      return [coded(new GraphQLError('Name one operation to run.'), 'OPERATION_RESOLUTION_FAILURE')];
    }
    checkVariables(schema, operation, variables ?? {});
    return {
      schema,
      document,
      contextValue,
      ...(variables === undefined || variables === null ? {} : { variableValues: variables }),
      ...(operationName === undefined || operationName === null ? {} : { operationName }),
    };
  } catch (error) {
    if (error instanceof GraphQLError) return [coded(error, 'GRAPHQL_PARSE_FAILED')];
    if (error instanceof AppError) return [asGraphQLError(error)];
    throw error;
  }
}

/** Gives a fault of the document the code that Apollo gives it over HTTP. */
function coded(fault: GraphQLError, code: string): GraphQLError {
  return Object.assign(fault, { extensions: { code } });
}

/**
 * Runs a subscription so that each event is resolved with a fresh context: what was loaded for one event must not
 * answer for the next, however long the socket lives.
 */
async function subscribeFreshly(
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]();
  const results: AsyncIterableIterator<ExecutionResult> = {
    next: async () => {
      const { done, value } = (await events.next()) as IteratorResult<unknown, undefined>;
      if (done === true) return { done, value: undefined };
      const contextValue = (args.contextValue as GraphQLContext).renewed();
      return { done: false, value: await execute({ ...args, rootValue: value, contextValue }) };
    },
    return: async () => {
      await events.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

function tell(
  errors: readonly GraphQLError[],
  { requestId }: { readonly requestId: string },
  log: Logger,
): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error, requestId, log));
}
