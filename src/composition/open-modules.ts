import type { GraphQLSchema } from 'graphql';
import { type EventType, Streams } from '../kit/live/index.ts';
import { createSchema, guardFields, NodeResolver, signLinks, type VersionedTexts } from '../kit/graphql/index.ts';
import type { SignFor, StreamLinks } from '../kit/rights/index.ts';
import { healthRoutes, type Route } from '../kit/http/index.ts';
import type { Readiness, Semaphore } from '../kit/core/index.ts';
import { type TypeCheck, typeCheck } from '../delivery/events/type-warnings.ts';
import type { LinkAddress } from '../homeowners/links/link-url.ts';
import type { ContractPrinter } from '../contracts/contract-pdf/contract-printer.ts';
import type { Module } from '../kit/module.ts';
import type { Core } from './core.ts';
import { requireComplete, requireDescribed } from './complete.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes, resolvers and streams of the modules need. */
export interface ModuleDependencies
  extends UseCases, Pick<Core, 'catalogue' | 'events' | 'speech' | 'feeds' | 'presenterPositions' | 'wakeUps'> {
  readonly printer: ContractPrinter;
  /** Where clients reach the server. */
  readonly address: LinkAddress;
  readonly streams: Streams;
  readonly streamLinks: StreamLinks;
  /** JSON texts that answers share. */
  readonly texts: VersionedTexts;
  /** Limits the parallel reads that live changes cause. */
  readonly liveReads: Semaphore;
  /** The types of event that subscriptions can receive. */
  readonly deliveredTypes: readonly EventType[];
  readonly warningsOf: TypeCheck;
}

/** Joins the use cases with what only the web role needs, and registers the live streams of all modules. */
export function openModules(
  { catalogue, events, feeds, presenterPositions, speech, wakeUps }: Core,
  useCases: UseCases,
  modules: readonly Module<ModuleDependencies, never>[],
  own: Pick<ModuleDependencies, 'printer' | 'liveReads' | 'address' | 'streamLinks' | 'texts'>,
): ModuleDependencies {
  const warningsOf = typeCheck(catalogue.eventTypes);
  const dependencies: ModuleDependencies = {
    ...useCases,
    ...own,
    catalogue,
    events,
    feeds,
    presenterPositions,
    speech,
    wakeUps,
    streams: new Streams(),
    deliveredTypes: catalogue.deliveredTypes,
    warningsOf,
  };
  for (const module of modules) module.streams?.(dependencies);
  return dependencies;
}

/** The executable schema with all resolvers. @throws Error when a module lacks an entry */
export async function createWorkingSchema(
  dependencies: ModuleDependencies,
  modules: readonly Module<ModuleDependencies, never>[],
  signFor: SignFor,
): Promise<GraphQLSchema> {
  const { resolvers, nodes } = dependencies.catalogue;
  const instances = [...modules.flatMap((module) => module.instances?.(dependencies) ?? []), new NodeResolver(nodes)];
  const schema = guardFields(signLinks(await createSchema(resolvers, instances), signFor), nodes.scopeOfNode);
  requireComplete({ schema, resolvers, instances, nodeNames: nodes.names });
  return schema;
}

/** Every REST route. @throws Error when a module describes a part of them nowhere */
export function createRoutes(
  dependencies: ModuleDependencies,
  modules: readonly Module<ModuleDependencies, never>[],
  readiness: Readiness,
): Route[] {
  const routes = [...modules.flatMap((module) => module.routes?.(dependencies) ?? []), ...healthRoutes(readiness)];
  requireDescribed(routes, dependencies.catalogue);
  return routes;
}
