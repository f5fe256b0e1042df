import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Actor } from '../platform/access/actor.ts';
import { Authenticator } from '../platform/access/authenticator.ts';
import { type Client, Clients } from '../platform/access/client.ts';
import { Origins } from '../platform/access/origins.ts';
import type { Admission } from '../platform/limits/admission.ts';
import { type ShutdownHooks } from '../platform/kernel/shutdown-hooks.ts';
import type { Config } from '../config.ts';
import { LogWatch } from '../platform/live/log-watch.ts';
import { SafetyPoll } from '../platform/live/safety-poll.ts';
import { startApollo } from '../platform/execution/apollo.ts';
import { GraphQLContext } from '../platform/graphql/context.ts';
import { DocumentCache } from '../platform/execution/document-cache.ts';
import { serveSockets } from '../platform/sockets/websocket.ts';
import { Connections } from '../platform/http/connections.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import { createHttpServer, documentOperation } from '../platform/http/server.ts';
import { ContractPrinter } from '../modules/contract-pdf/contract-printer.ts';
import { LiveRights } from '../platform/policy/live-rights.ts';
import { Semaphore } from '../platform/limits/semaphore.ts';
import type { Core } from './core.ts';
import { requireOperations } from './complete.ts';
import { createRoutes, createWorkingSchema, openDoors } from './doors.ts';
import { listen } from './listen.ts';
import type { UseCases } from './use-cases.ts';
import { drainMs } from './work.ts';

/** What `serveWeb` serves and where it reports. */
interface Surface {
  readonly core: Core;
  readonly useCases: UseCases;
  readonly readiness: Readiness;
  readonly admission: Admission;
}

/** Serves REST, GraphQL over HTTP and GraphQL over WebSocket on one port. @returns the address that it listens on */
export async function serveWeb(config: Config, surface: Surface, shutdown: ShutdownHooks): Promise<AddressInfo> {
  const { http, database } = config;
  const { core, useCases, readiness, admission } = surface;
  const { log, policy } = core;
  watchLogs(config, surface, shutdown);
  const printer = new ContractPrinter();
  shutdown.push('contract printer', () => printer.close());

  // Half of the connections, so that requests and the reader of the log always find one.
  const liveReads = new Semaphore(Math.floor(database.poolSize / 2));
  const doors = openDoors(core, useCases, { printer, liveReads });
  const schema = await createWorkingSchema(doors);
  const routes = createRoutes(doors, readiness);
  requireOperations(schema, [...routes, { operationId: documentOperation }], doors.catalogue.operations);
  const documents = new DocumentCache(schema, http.exposure);
  const apollo = await startApollo(documents, log);
  shutdown.push('Apollo', () => apollo.stop());

  const stopping = new AbortController();
  const newContext = (actor: Actor, client: Client, requestId: string = randomUUID()): GraphQLContext =>
    new GraphQLContext(
      { client, requestId, permit: (operation) => policy.permit(actor, operation, requestId) },
      doors.streams,
    );
  const shared = { ...openAccess(config, core, shutdown), admission, newContext, log };
  const server = createHttpServer({
    ...shared,
    routes,
    described: doors.catalogue,
    apollo,
    policy,
    stopping: stopping.signal,
    webFolder: http.graphiql ? path.join(import.meta.dirname, '..', '..', 'dist', 'web') : null,
    isSecure: http.publicUrl?.startsWith('https:') === true,
  });
  const connections = new Connections(server);
  const sockets = serveSockets({ ...shared, server, documents, isCompressed: http.socketCompression, liveReads });
  const address = await listen(server, { ...http, setting: 'PORT' }, log);
  shutdown.drainFirst('HTTP server', async () => {
    stopping.abort();
    await Promise.all([connections.close(drainMs), sockets.close()]);
  });
  return address;
}

/** Who may come in, from where, and how long what is open stays open. */
function openAccess({ http }: Config, { keyRing, wakeUps, log }: Core, shutdown: ShutdownHooks) {
  const guard = new Authenticator(http.apiKey, keyRing);
  const clients = new Clients(http.trustedProxies);
  const origins = new Origins({ clients, publicUrl: http.publicUrl, allowed: http.allowedOrigins });
  const rights = new LiveRights(guard, log);
  // Registered after the ring of keys, which forgets at the same wake-up what it has read.
  wakeUps.on('access', rights.look);
  shutdown.push('rights of streams', () => rights.stop());
  return { guard, clients, origins, rights };
}

/** Keeps the live feeds level with their logs, and reports transactions that hold the event log back. */
function watchLogs(
  { logHolderLimitSeconds }: Config,
  { core: { connection, feeds, log }, readiness }: Surface,
  shutdown: ShutdownHooks,
): void {
  const poll = new SafetyPoll([feeds.events, feeds.attempts]);
  shutdown.push('live feeds', () => {
    poll.stop();
    return Promise.all([feeds.events.stop(), feeds.attempts.stop()]);
  });
  const watch = new LogWatch(connection.kysely, logHolderLimitSeconds, log);
  // PGlite has one session, which waits for no other.
  if (connection.kind === 'postgresql') watch.start();
  readiness.explain(() => watch.heldBack);
  shutdown.push('watch over the log', () => watch.stop());
}
