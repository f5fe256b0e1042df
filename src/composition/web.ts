import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Actor, Client } from '../kit/rights/index.ts';
import {
  type Admission,
  isSecure,
  packageFolder,
  type Readiness,
  Semaphore,
  type ShutdownHooks,
} from '../kit/core/index.ts';
import {
  CompiledAnswers,
  type Caller,
  DocumentCache,
  type DocumentSources,
  GraphQLContext,
  type Manifest,
  OperationMeter,
  PersistedQueries,
  readManifest,
  serveSockets,
  type SocketRight,
  startApollo,
  type TextCache,
  TrustedDocuments,
} from '../kit/graphql/index.ts';
import { Connections, createHttpServer } from '../kit/http/index.ts';
import type { Account, Permit, Policy } from '../kit/data/index.ts';
import type { Streams } from '../kit/live/index.ts';
import type { Config } from '../config.ts';
import { openPlayground } from '../delivery/playground/open-receiver.ts';
import { RequestKeeper } from '../delivery/playground/request-keeper.ts';
import { ContractPrinter } from '../contracts/contract-pdf/contract-printer.ts';
import { type Core, logPollMs } from './core.ts';
import { openAccess } from './access.ts';
import type { Module } from '../kit/module.ts';
import { type ModuleDependencies, openModules } from './open-modules.ts';
import { listen } from './listen.ts';
import type { UseCases } from './use-cases.ts';
import { drainMs } from './work.ts';

/** Where `npm run build:web` builds the pages. */
const builtPages = path.join(packageFolder, 'dist', 'web');

/** What `serveWeb` serves and where it reports. */
interface Surface {
  readonly core: Core;
  readonly modules: readonly Module<ModuleDependencies, never>[];
  readonly useCases: UseCases;
  readonly readiness: Readiness;
  readonly admission: Admission;
  readonly cache: TextCache;
}

/** Serves REST, GraphQL over HTTP and GraphQL over WebSocket on one port. @returns the address that it listens on */
export async function serveWeb(config: Config, surface: Surface, shutdown: ShutdownHooks): Promise<AddressInfo> {
  const { http, database } = config;
  const { core, modules, useCases, readiness, admission, cache } = surface;
  const { log, policy, audit, metrics, tracing } = core;
  startFeeds(core, shutdown);
  // Half of the connections, so that requests and the reader of the log always find one.
  const liveReads = new Semaphore(Math.floor(database.poolSize / 2));
  const access = openAccess(config, core, { cookie: useCases.sessions.cookie, admission, cache }, shutdown);
  const { streamLinks, texts, signFor } = access;
  const disclosesSchema = http.exposure.introspection && http.trusted.mode !== 'enforce';
  const own = {
    printer: openPrinter(shutdown),
    liveReads,
    address: http,
    streamLinks,
    texts,
    signFor,
    readiness,
    disclosesSchema,
    dataDir: config.dataDir,
  };
  const { streams, schema, routes } = await openModules(core, useCases, modules, own);
  const sources = await openDocuments(http, schema, core);
  const answers = new CompiledAnswers(texts);
  metrics.addTally({
    name: 'deckcast_document_cache_lookups_total',
    help: 'GraphQL documents that were looked for among those that are parsed and checked, by result: hit or miss.',
    label: 'result',
    read: () => sources.documents.lookups,
  });
  metrics.addTally({
    name: 'deckcast_graphql_executions_total',
    help: 'GraphQL queries over HTTP and rows of subscriptions, by what has executed them: compiled operations, or graphql-js.',
    label: 'executor',
    read: () => answers.executions,
  });
  const meter = new OperationMeter(metrics, schema, tracing);
  const apollo = await startApollo(sources, { answers, meter }, log);
  shutdown.push('Apollo', () => apollo.stop());

  const stopping = new AbortController();
  const newContext = contextsOf(policy, streams);
  const shared = { ...access, ...sources, admission, newContext, audit, metrics, tracing, log };
  const keeper = new RequestKeeper(core.newScope, core.secrets);
  const open = openPlayground({ keeper, rates: access.rates, counts: core.counts, stopping: stopping.signal });
  const server = createHttpServer({
    ...shared,
    open,
    routes,
    described: core.catalogue,
    apollo,
    policy,
    stopping: stopping.signal,
    pages: { folder: builtPages, hasGraphiql: http.graphiql, embedOriginsOf: access.embedOrigins },
    isSecure: isSecure(http),
  });
  const connections = new Connections(server);
  const ofSocket = ({ actor, refresh }: SocketRight, client: Client, account: Account): GraphQLContext =>
    newContext(actor, { client, requestId: randomUUID(), key: actor.key, account, refresh });
  const { socketCompression: isCompressed } = http;
  const sockets = serveSockets({ ...shared, newContext: ofSocket, server, isCompressed, liveReads, answers, meter });
  const address = await listen(server, { ...http, setting: 'PORT' }, log);
  shutdown.drainFirst('HTTP server', async () => {
    stopping.abort();
    await Promise.all([connections.close(drainMs), sockets.close()]);
  });
  return address;
}

/** Where the documents of GraphQL come from. @throws StartupError for a manifest that cannot be read */
async function openDocuments(
  { exposure, trusted: { file, mode } }: Config['http'],
  schema: GraphQLSchema,
  { wakeUps, log }: Core,
): Promise<DocumentSources> {
  const documents = new DocumentCache(schema, exposure);
  wakeUps.on('erased', documents.clear);
  const persisted = new PersistedQueries();
  wakeUps.on('erased', persisted.clear);
  const manifest: Manifest = file === null ? new Map() : await readManifest(file);
  for (const [id, text] of manifest) {
    const [fault] = documents.check(text).faults;
    // Others work: a client of the next version may be listed already.
    if (fault !== undefined) log.warn({ id, fault: fault.message }, 'a document of TRUSTED_DOCUMENTS does not fit');
  }
  return { documents, persisted, trusted: new TrustedDocuments({ manifest, mode, log }) };
}

function openPrinter(shutdown: ShutdownHooks): ContractPrinter {
  const printer = new ContractPrinter();
  shutdown.push('contract printer', () => printer.close());
  return printer;
}

/** Makes the context of each operation. */
function contextsOf(policy: Policy, streams: Streams) {
  return (actor: Actor, caller: Omit<Caller, 'permit'>): GraphQLContext => {
    const permit = (operation: string): Permit => policy.permit(actor, operation, caller.requestId, caller.client.ip);
    return new GraphQLContext({ ...caller, permit }, streams);
  };
}

function startFeeds({ connection, feeds, presenterPositions }: Core, shutdown: ShutdownHooks): void {
  for (const feed of [feeds.events, feeds.attempts]) feed.start(logPollMs(connection.can));
  shutdown.push('live feeds', () => {
    presenterPositions.stop();
    return Promise.all([feeds.events.stop(), feeds.attempts.stop(), feeds.presenterPositions.stop()]);
  });
}
