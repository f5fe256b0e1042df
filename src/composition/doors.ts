import type { GraphQLSchema } from 'graphql';
import type { EventType } from '../platform/live/event-type.ts';
import { type TypeCheck, typeCheck } from '../events/type-warnings.ts';
import { NodeResolver } from '../platform/graphql/node.resolver.ts';
import { guardFields } from '../platform/graphql/guard-fields.ts';
import { signLinks } from '../platform/graphql/sign-links.ts';
import { createSchema } from '../platform/graphql/schema.ts';
import type { SignFor } from '../platform/signing/signed-links.ts';
import type { VersionedTexts } from '../platform/cache/versioned-texts.ts';
import type { StreamLinks } from '../platform/signing/stream-links.ts';
import { Streams } from '../platform/live/streams.ts';
import { healthRoutes } from '../platform/http/health.routes.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import type { Route } from '../platform/rest/route.ts';
import type { LinkAddress } from '../modules/links/link-url.ts';
import type { ContractPrinter } from '../modules/contract-pdf/contract-printer.ts';
import type { Semaphore } from '../platform/limits/semaphore.ts';
import type { Core } from './core.ts';
import { requireComplete, requireDescribed } from './complete.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes, resolvers and streams of the modules need. */
export interface Doors extends UseCases, Pick<Core, 'catalogue' | 'events' | 'speech' | 'feeds' | 'leads' | 'wakeUps'> {
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
export function openDoors(
  { catalogue, events, feeds, leads, speech, wakeUps }: Core,
  useCases: UseCases,
  own: Pick<Doors, 'printer' | 'liveReads' | 'address' | 'streamLinks' | 'texts'>,
): Doors {
  const warningsOf = typeCheck(catalogue.eventTypes);
  const doors: Doors = {
    ...useCases,
    ...own,
    catalogue,
    events,
    feeds,
    leads,
    speech,
    wakeUps,
    streams: new Streams(),
    deliveredTypes: catalogue.deliveredTypes,
    warningsOf,
  };
  for (const module of catalogue.modules) module.streams?.(doors);
  return doors;
}

/** The executable schema with all resolvers. @throws Error when a module lacks an entry */
export async function createWorkingSchema(doors: Doors, signFor: SignFor): Promise<GraphQLSchema> {
  const { modules, resolvers, nodes } = doors.catalogue;
  const instances = [...modules.flatMap((module) => module.instances?.(doors) ?? []), new NodeResolver(nodes)];
  const schema = guardFields(signLinks(await createSchema(resolvers, instances), signFor), nodes.scopeOfNode);
  requireComplete({ schema, resolvers, instances, nodeNames: nodes.names });
  return schema;
}

/** Every REST route. @throws Error when a module describes a part of them nowhere */
export function createRoutes(doors: Doors, readiness: Readiness): Route[] {
  const routes = [
    ...doors.catalogue.modules.flatMap((module) => module.routes?.(doors) ?? []),
    ...healthRoutes(readiness),
  ];
  requireDescribed(routes, doors.catalogue);
  return routes;
}
