import type { GraphQLSchema } from 'graphql';
import type { EventType } from '../platform/live/event-type.ts';
import { type TypeCheck, typeCheck } from '../events/type-warnings.ts';
import { NodeResolver } from '../platform/graphql/node.resolver.ts';
import { createSchema } from '../platform/graphql/schema.ts';
import { Streams } from '../platform/live/streams.ts';
import { healthRoutes } from '../platform/http/health.routes.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import type { Route } from '../platform/rest/route.ts';
import type { ContractPrinter } from '../modules/contract-pdf/contract-printer.ts';
import type { Semaphore } from '../platform/limits/semaphore.ts';
import type { Core } from './core.ts';
import { requireComplete } from './complete.ts';
import { deliveredTypes, eventCatalogue, modules, nodeCatalogue, resolvers } from './modules.ts';
import type { UseCases } from './use-cases.ts';

/** What the routes, resolvers and streams of the modules need. */
export interface Doors extends UseCases, Pick<Core, 'speech' | 'feeds' | 'wakeUps'> {
  readonly printer: ContractPrinter;
  readonly streams: Streams;
  /** Limits the parallel reads that live changes cause. */
  readonly liveReads: Semaphore;
  /** The types of event that subscriptions can receive. */
  readonly deliveredTypes: readonly EventType[];
  readonly warningsOf: TypeCheck;
}

/** Joins the use cases with what only the web role needs, and registers the live streams of all modules. */
export function openDoors(
  { feeds, speech, wakeUps }: Core,
  useCases: UseCases,
  own: Pick<Doors, 'printer' | 'liveReads'>,
): Doors {
  const warningsOf = typeCheck(eventCatalogue);
  const doors: Doors = {
    ...useCases,
    ...own,
    feeds,
    speech,
    wakeUps,
    streams: new Streams(),
    deliveredTypes,
    warningsOf,
  };
  for (const module of modules) module.streams?.(doors);
  return doors;
}

/** The executable schema with all resolvers. @throws Error when a module lacks an entry */
export async function createWorkingSchema(doors: Doors): Promise<GraphQLSchema> {
  const instances = [...modules.flatMap((module) => module.instances?.(doors) ?? []), new NodeResolver(nodeCatalogue)];
  const schema = await createSchema(resolvers, instances);
  requireComplete({ schema, resolvers, instances, nodeNames: nodeCatalogue.names });
  return schema;
}

/** Every REST route. */
export function createRoutes(doors: Doors, readiness: Readiness): Route[] {
  return [...modules.flatMap((module) => module.routes?.(doors) ?? []), ...healthRoutes(readiness)];
}
