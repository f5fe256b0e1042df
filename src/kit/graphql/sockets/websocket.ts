import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLError } from 'graphql';
import { CloseCode, type ServerOptions } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type Authenticator,
  type Client,
  type Clients,
  hasOneHost,
  type LiveRights,
  type Origins,
  otherOrigin,
  type SessionCookie,
} from '../../rights/index.ts';
import { type Account, type AuditLog, type Gate, type Rates, toAppError } from '../../data/index.ts';
import { type Admission, AppError, type Semaphore } from '../../core/index.ts';
import { Broadcasts } from './broadcasts.ts';
import { closeGradually } from './close-gradually.ts';
import { type GraphQLContext } from '../context.ts';
import type { CompiledAnswers } from '../compiled/compiled-answers.ts';
import { leavable, metered } from '../execution/execute.ts';
import { asGraphQLError, formatErrors, formatResult } from '../execution/format-error.ts';
import type { OperationMeter } from '../execution/operation-meter.ts';
import { isGraphQLPath } from '../path.ts';
import { chooseProtocol, refuseProtocol } from './protocols.ts';
import { rejectUpgrade } from './rejected-upgrade.ts';
import { admitted, refusalOf } from './socket-admission.ts';
import { SocketRight } from './socket-right.ts';
import { socketCompression } from './socket-compression.ts';
import type { DocumentSources } from '../execution/document-sources.ts';
import { prepareOperation, runSubscription, type SocketOperation } from './socket-operation.ts';

/** Largest message a client may send, in bytes. */
const maxMessageBytes = 262_144;
/** Operations that one socket may have under way. */
const maxOperations = 100;
/** How long a client has to send `connection_init`, in milliseconds. */
const initTimeoutMs = 5_000;
/** How often a socket is pinged; one that does not answer before the next ping is closed. In milliseconds. */
const pingIntervalMs = 12_000;
/** Closes a socket whose client shall come back (RFC 6455, and its registry of codes). */
const tryAgain = 1013;
/** How long a client may take to close, in milliseconds. */
const lingerMs = 1_500;

/** What `serveSockets` needs. */
export interface SocketOptions extends DocumentSources {
  readonly server: Server;
  readonly guard: Authenticator;
  readonly gate: Gate;
  readonly cookie: SessionCookie;
  readonly rates: Rates;
  readonly rights: LiveRights;
  readonly clients: Clients;
  readonly origins: Origins;
  readonly newContext: (right: SocketRight, client: Client, account: Account) => GraphQLContext;
  readonly admission: Admission;
  readonly audit: AuditLog;
  /** Whether large messages are compressed for clients that offer it. */
  readonly isCompressed: boolean;
  /**
   * Shared by all reads that live events cause: without a common limit they would wait for more database connections
   * than there are, and fail.
   */
  readonly liveReads: Semaphore;
  /** Answers rows of streams. */
  readonly answers: CompiledAnswers;
  readonly meter: OperationMeter;
  readonly log: Logger;
}

/** What we keep for one socket beside the state of graphql-ws. */
type SocketState = { right?: SocketRight };
type Protocol = ServerOptions<Record<string, unknown>, Extra & SocketState>;

/**
 * Serves GraphQL over WebSocket (graphql-ws protocol) at the path of GraphQL over HTTP. `close` closes every socket with
 * code 1001.
 */
export function serveSockets(options: SocketOptions): { close: () => Promise<void> } {
  const { server, log } = options;
  const perMessageDeflate = options.isCompressed && socketCompression;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate });
  const handle = useServer<Record<string, unknown>, SocketState>(protocolOf(options), sockets, pingIntervalMs);
  sockets.options.handleProtocols = chooseProtocol;
  // Replaces the library's own listener, which lets a client write to our standard error.
  sockets.on('connection', (socket: WebSocket) => {
    socket.removeAllListeners('error');
    socket.on('error', (error) => log.debug({ error }, 'socket error'));
  });
  const upgrade = upgrading(sockets, options);
  server.on('upgrade', upgrade);
  return {
    close: async () => {
      server.off('upgrade', upgrade);
      server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => rejectUpgrade(socket, 'UNAVAILABLE'));
      await closeGradually([...sockets.clients]);
      // A client that no longer reads never receives the close frame.
      const lingering = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), lingerMs);
      await handle.dispose();
      clearTimeout(lingering);
    },
  };
}

/** How graphql-ws authenticates, admits, runs and reports operations. */
function protocolOf(options: SocketOptions): Protocol {
  const { documents, newContext, admission, meter, log } = options;
  const broadcasts = new Broadcasts();
  return {
    schema: documents.schema,
    connectionInitWaitTimeout: initTimeoutMs,
    onConnect: ({ connectionParams, extra }) => authenticate(options, connectionParams, extra),
    onSubscribe: async ({ extra, subscriptions }, operationId, payload) => {
      const refusal = refusalOf(admission);
      if (refusal !== null) return [refusal];
      if (Object.keys(subscriptions).length > maxOperations) return [asGraphQLError(tooManyOperations)];
      const outlet = { socket: extra.socket, connection: extra.request.socket, operationId };
      const { right } = extra;
      if (right === undefined) throw new Error('graphql-ws runs an operation before the connection is acknowledged');
      const client = options.clients.of(extra.request);
      const contextValue = newContext(right, client, await accountOf(options, right, client));
      const end = meter.begin();
      const prepared = await prepareOperation(options, payload, { contextValue, actor: right.actor, outlet });
      // One that may run is counted when it has.
      if (isRefused(prepared)) end({}, prepared[0]);
      return prepared;
    },
    execute: (args) => {
      const operation = args as SocketOperation;
      const entrant = { address: operation.contextValue.client.ip, key: operation.actor.key };
      return admitted(leavable(operation, meter), admission, entrant);
    },
    subscribe: (args) => metered(meter, args, () => runSubscription(args as SocketOperation, broadcasts, options)),
    onNext: (_context, _id, _payload, { contextValue }, result) =>
      result.errors === undefined ? undefined : formatResult(result, contextValue as GraphQLContext, log),
    onError: (_context, _id, _payload, errors) => {
      const requestId = randomUUID();
      const formatted = formatErrors(errors, { requestId }, log);
      const codes = formatted.map(({ extensions }) => extensions?.['code']);
      log.info({ requestId, codes }, 'live operation refused or ended');
      return formatted;
    },
  };
}

function isRefused(prepared: SocketOperation | readonly GraphQLError[]): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}

/** Closes the socket with the reason when the key is wrong. @returns whether the socket may send operations */
async function authenticate(
  { gate, cookie, clients, rights, admission, audit }: SocketOptions,
  parameters: Readonly<Record<string, unknown>> | undefined,
  extra: Extra & SocketState,
): Promise<boolean> {
  const authorization = parameters?.['authorization'] ?? parameters?.['Authorization'];
  try {
    const credential = typeof authorization === 'string' ? authorization : ownCookie(authorization, extra, cookie);
    const end = ({ message }: AppError): void => extra.socket.close(CloseCode.Forbidden, message);
    const right = await SocketRight.open({ gate, rights, address: clients.of(extra.request).ip, end }, credential);
    extra.right = right;
    if (extra.socket.readyState === extra.socket.CLOSED) {
      right.close();
      return false;
    }
    extra.socket.once('close', () => right.close());
    // The address was counted at the upgrade; the key is known only now.
    extra.socket.once('close', admission.enterSocketOf(right.actor.key));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    audit.unauthenticated(error, { address: clients.of(extra.request).ip, requestId: randomUUID() });
    // Clients come back after `tryAgain`, and give up after the other.
    const isRight = error.code === 'UNAVAILABLE' || extra.right !== undefined;
    extra.socket.close(isRight ? tryAgain : CloseCode.Forbidden, error.message.slice(0, 120));
    return false;
  }
}

/**
 * The session of a browser that sends no other credential. The origin of its page was checked: a cookie without one is
 * ignored.
 */
function ownCookie(authorization: unknown, { request }: Extra, cookie: SessionCookie): string | undefined {
  return authorization === undefined && request.headers.origin !== undefined ? cookie.sessionOf(request) : undefined;
}

/** What an operation of a socket is charged to: what a request of the same client would be. */
async function accountOf({ guard, rates }: SocketOptions, { actor }: SocketRight, { ip }: Client): Promise<Account> {
  const account = rates.account();
  if (guard.isOpen) return account;
  await account.addAddress(ip, 0);
  await account.addKey(actor.key, 0);
  return account;
}

/** Takes or refuses an HTTP upgrade before a WebSocket exists. */
function upgrading(sockets: WebSocketServer, { guard, clients, origins, admission, audit, log }: SocketOptions) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node removes its own handler on upgrade: an unguarded error would end the process.
    socket.on('error', (error) => log.debug({ error }, 'upgrade failed'));
    const [pathname] = (request.url ?? '').split('?', 1);
    if (!hasOneHost(request)) rejectUpgrade(socket, 'INVALID_INPUT');
    else if (!isGraphQLPath(pathname ?? '')) rejectUpgrade(socket, 'NOT_FOUND');
    else {
      const { ip: address } = clients.of(request);
      if (!origins.admits(request, guard.isOpen)) {
        audit.unauthenticated(otherOrigin(), { address, requestId: randomUUID() });
        return rejectUpgrade(socket, 'FORBIDDEN');
      }
      try {
        socket.once('close', admission.enterStream('websocket', { address, key: null }));
      } catch (error) {
        return rejectUpgrade(socket, toAppError(error).code);
      }
      sockets.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', (error) => log.debug({ error }, 'socket error'));
        if (!refuseProtocol(opened)) sockets.emit('connection', opened, request);
      });
    }
  };
}

const tooManyOperations = new AppError(
  'too_many_under_way',
  `A socket may have ${maxOperations} operations under way: complete some, or open another socket.`,
);
