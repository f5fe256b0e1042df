import { once } from 'node:events';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { ApolloServer, type ApolloServerOptions, type BaseContext } from '@apollo/server';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openAccess } from '../../../src/composition/access.ts';
import { openAdmission } from '../../../src/composition/admission.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { openCore } from '../../../src/composition/core.ts';
import { createUseCases } from '../../../src/composition/use-cases.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Apollo } from '../../../src/kit/graphql/execution/apollo.ts';
import type { GraphQLContext } from '../../../src/kit/graphql/context.ts';
import { TextCache } from '../../../src/kit/graphql/cache/text-cache.ts';
import { TrustedDocuments } from '../../../src/kit/graphql/persisted/trusted-documents.ts';
import { createHttpServer, type HttpOptions } from '../../../src/kit/http/server.ts';
import { Metrics } from '../../../src/kit/core/metrics/metrics.ts';
import { ShutdownHooks } from '../../../src/kit/core/shutdown-hooks.ts';
import { createTestDatabase } from '../../helpers/test-database.ts';
import { use } from '../../helpers/use.ts';
import { skipped } from './apollo-suite.skipped.ts';

// The suite imports folders of Apollo Client 3, which bundlers and CommonJS find and modules of Node do not.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(/^@apollo\/client\/link\/[\w-]+$/.test(specifier) ? `${specifier}/index.js` : specifier, context),
});
const { defineIntegrationTestSuite } = await import('@apollo/server-integration-testsuite');
hooks.deregister();

const suite = 'integration tests';
const toSkip = new Set(Object.values(skipped).flatMap((names) => names.map((name) => `${suite} > ${name}`)));
// `scripts/jest/environment.js` takes each name away for which there is a test.
Object.assign(globalThis, { [Symbol.for('skipped tests')]: toSkip });

const log = pino({ level: 'silent' });
let api: Omit<HttpOptions, 'apollo' | 'newContext' | 'metrics'>;

use(async () => {
  const shutdown = new ShutdownHooks(log);
  const { connection, remove } = await createTestDatabase();
  const config = loadConfig({ SPEECH: 'none', SEED_DEMO: 'off' });
  const metrics = new Metrics();
  const core = await openCore(config, { log, metrics, tracing: null }, { connection }, catalogue, shutdown);
  const { sessions } = createUseCases(config, core);
  const cache = new TextCache(0);
  const admission = openAdmission(config, { metrics, cache }, log, shutdown);
  const access = openAccess(config, core, { cookie: sessions.cookie, admission, cache }, shutdown);
  const { policy, audit } = core;
  const pages = { folder: '', hasGraphiql: false, embedOriginsOf: async () => [] };
  const open = { nameIn: () => null, receive: async () => 404 };
  const own = { routes: [], described: catalogue, pages, open, isSecure: false, tracing: null };
  const trusted = new TrustedDocuments({ manifest: new Map(), mode: 'off', log });
  api = { ...access, ...own, trusted, admission, policy, audit, stopping: new AbortController().signal, log };
  return async () => {
    await shutdown.close();
    await remove();
  };
});

/** The context that a test of the suite asks for. Apollo awaits it, as the API makes it, and answers its failure. */
function contextOf(make: () => Promise<unknown>): GraphQLContext {
  const context = make();
  context.catch(() => {}); // Until Apollo looks at it, its failure would be nobody's.
  return context as unknown as GraphQLContext;
}

/** Apollo as each test sets it up, behind our HTTP server with everything that stands before GraphQL. */
defineIntegrationTestSuite(
  async (given: ApolloServerOptions<BaseContext>, more) => {
    const apollo = new ApolloServer(given);
    await apollo.start();
    const newContext = (): GraphQLContext => contextOf(async () => more?.context?.() ?? {});
    const server = createHttpServer({
      ...api,
      metrics: new Metrics(),
      apollo: apollo as unknown as Apollo,
      newContext,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      server: apollo,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
      extraCleanup: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  },
  // The schema has no @defer.
  { noIncrementalDelivery: true },
);

test('the list of what is skipped names tests of the suite alone', () => {
  expect([...toSkip]).toEqual([]);
});
