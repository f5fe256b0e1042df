import type { GraphQLSchema } from 'graphql';
import { Streams } from '../kit/live/index.ts';
import { createSchema, guardFields, NodeResolver, signLinks, type VersionedTexts } from '../kit/graphql/index.ts';
import type { SignFor, StreamLinks } from '../kit/rights/index.ts';
import { documentOperation, healthRoutes, type Route, schemaRoute, serviceRoutes } from '../kit/http/index.ts';
import type { Readiness, Semaphore } from '../kit/core/index.ts';
import { type TypeCheck, typeCheck } from '../delivery/events/type-warnings.ts';
import type { LinkAddress } from '../homeowners/links/link-url.ts';
import type { ContractPrinter } from '../contracts/contract-pdf/contract-printer.ts';
import type { Module } from '../kit/module.ts';
import type { Catalogue } from './catalogue.ts';
import type { Core } from './core.ts';
import { requireComplete, requireDescribed, requireNotice, requireOperations } from './complete.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes, resolvers and streams of the modules need. */
export interface ModuleDependencies
  extends
    UseCases,
    Pick<Catalogue, 'deliveredTypes'>,
    Pick<
      Core,
      'catalogue' | 'events' | 'schemas' | 'speech' | 'feeds' | 'imageFiles' | 'presenterPositions' | 'wakeUps'
    > {
  readonly printer: ContractPrinter;
  /** Where clients reach the server. */
  readonly address: LinkAddress;
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  /** JSON texts that answers share. */
  readonly texts: VersionedTexts;
  /** Limits the parallel reads that live changes cause. */
  readonly liveReads: Semaphore;
  readonly warningsOf: TypeCheck;
  readonly databaseKind: Core['connection']['kind'];
  readonly log: Core['log'];
  /** The folder of files, whose disk may fill up. */
  readonly dataDir: string;
}

/** What only the web role needs of its guards and its state. */
interface Own extends Pick<
  ModuleDependencies,
  'printer' | 'liveReads' | 'address' | 'streamLinks' | 'texts' | 'dataDir'
> {
  readonly signFor: SignFor;
  readonly readiness: Readiness;
  /** Whether clients may read the GraphQL schema. */
  readonly disclosesSchema: boolean;
}

/** What the modules serve together. */
interface Opened {
  readonly streams: Streams;
  /** The executable schema with all resolvers. */
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
}

/** Registers the live streams of all modules, and joins their resolvers and routes. @throws Error when one lacks an entry */
export async function openModules(
  { catalogue, connection, events, feeds, imageFiles, log, presenterPositions, schemas, speech, wakeUps }: Core,
  useCases: UseCases,
  modules: readonly Module<ModuleDependencies, never>[],
  { signFor, readiness, disclosesSchema, ...own }: Own,
): Promise<Opened> {
  const { deliveredTypes, resolvers, nodes } = catalogue;
  const streams = new Streams();
  const warningsOf = typeCheck(catalogue.eventTypes);
  const live = { events, feeds, imageFiles, log, presenterPositions, schemas, speech, wakeUps };
  const { kind: databaseKind } = connection;
  const dependencies = { ...useCases, ...own, ...live, catalogue, databaseKind, streams, deliveredTypes, warningsOf };
  for (const module of modules) module.streams?.(dependencies);
  const instances = [...modules.flatMap((module) => module.instances?.(dependencies) ?? []), new NodeResolver(nodes)];
  const schema = guardFields(signLinks(await createSchema(catalogue, instances), signFor), nodes.scopeOfNode);
  requireComplete({ schema, resolvers, instances, nodeNames: nodes.names });
  const routes = [
    ...modules.flatMap((module) => module.routes?.(dependencies) ?? []),
    ...healthRoutes(readiness),
    ...serviceRoutes,
    schemaRoute(schema, disclosesSchema),
  ];
  requireDescribed(routes, catalogue);
  requireNotice(routes);
  requireOperations(schema, [...routes, { operationId: documentOperation }], catalogue.operations);
  return { streams, schema, routes };
}
