import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ApiKeyGuard } from '../access/api-key.ts';
import type { Client } from '../access/client.ts';
import { type ClosingStack } from '../closing-stack.ts';
import type { Config } from '../config.ts';
import { attemptFollower } from '../delivery/attempt-feed.ts';
import { StartupError } from '../errors.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { LogWatch } from '../events/log-watch.ts';
import { SafetyPoll } from '../events/safety-poll.ts';
import { startApollo } from '../graphql/apollo.ts';
import { GraphQLContext, type Streams } from '../graphql/context.ts';
import { createSchema } from '../graphql/schema.ts';
import { serveSockets } from '../graphql/websocket.ts';
import { createHttpServer, graphqlPath } from '../http/server.ts';
import { ContractPrinter } from '../modules/contracts/contract-printer.ts';
import { deckFollower } from '../modules/decks/deck.stream.ts';
import { presentationFollower } from '../modules/presentations/presentation.stream.ts';
import type { Actor } from '../scope.ts';
import { Semaphore } from '../semaphore.ts';
import type { Core } from './core.ts';
import { createResolvers, createRoutes } from './doors.ts';
import type { UseCases } from './use-cases.ts';
import { drainMs } from './work.ts';

/** Opens the doors: HTTP, GraphQL, sockets. */
export async function serveWeb(
  { http, database, logHolderLimitSeconds }: Config,
  core: Core,
  useCases: UseCases,
  closing: ClosingStack,
): Promise<AddressInfo> {
  const { log, connection, feeds, newScope } = core;
  const poll = new SafetyPoll([feeds.events, feeds.attempts]);
  closing.push('live feeds', () => {
    poll.stop();
    return Promise.all([feeds.events.stop(), feeds.attempts.stop()]);
  });

  const watch = new LogWatch(connection.kysely, logHolderLimitSeconds, log);
  // The one session of PGlite has nobody to wait for.
  if (connection.kind === 'postgresql') watch.start();
  closing.push('watch over the log', () => watch.stop());

  const schema = await createSchema(createResolvers(useCases));
  const apollo = await startApollo(schema, log);
  closing.push('Apollo', () => apollo.stop());

  const printer = new ContractPrinter();
  closing.push('contract printer', () => printer.close());

  const stopping = new AbortController();
  const guard = new ApiKeyGuard(http.apiKey);
  const streams: Streams = {
    events: useCases.events.follow,
    attempts: attemptFollower(feeds.attempts),
    deck: deckFollower(feeds.events),
    presentation: presentationFollower(feeds.events),
  };
  const newContext = (actor: Actor, client: Client, requestId: string = randomUUID()): GraphQLContext =>
    new GraphQLContext(() => newScope(actor, requestId), streams, client);
  const server = createHttpServer({
    routes: createRoutes(useCases, core, printer, {
      accepting: () => !stopping.signal.aborted,
      logHeldBack: () => watch.heldBack,
    }),
    catalogue: eventCatalogue,
    apollo,
    guard,
    newScope,
    newContext,
    stopping: stopping.signal,
    webFolder: path.join(import.meta.dirname, '..', '..', 'dist', 'web'),
    log,
  });
  const sockets = serveSockets({
    server,
    path: graphqlPath,
    schema,
    guard,
    newContext,
    maxPerClient: http.socketsPerClient,
    // Half of the connections: requests and the reading of the log always find one.
    liveReads: new Semaphore(Math.floor(database.poolSize / 2)),
    log,
  });
  await listen(server, http);
  closing.push('HTTP server', async () => {
    stopping.abort();
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    await sockets.close();
    const lingering = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(lingering);
  });
  return server.address() as AddressInfo;
}

/** @throws StartupError in a sentence when the address cannot be had */
async function listen(server: Server, { host, port }: Config['http']): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explainListen(error, host, port));
  });
}

function explainListen({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has: set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}
