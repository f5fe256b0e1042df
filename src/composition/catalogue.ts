import type { EntityClass } from '@mikro-orm/core';
import { isStreamOnly } from '../delivery/events/event-audience.ts';
import type { EventType } from '../kit/live/index.ts';
import { NodeCatalogue, NodeResolver, type ResolverClass } from '../kit/graphql/index.ts';
import { IdempotencyKey, RateCount } from '../kit/data/index.ts';
import { ownOperations, type Requirement, SigningSecret } from '../kit/rights/index.ts';
import type { Described } from '../kit/http/index.ts';
import type { Module } from '../kit/module.ts';

/** What the modules are made of, joined. */
export interface Catalogue extends Described {
  /** The tables of all modules, and those of the platform. */
  readonly entities: readonly EntityClass<object>[];
  /** Every type of event that the product records itself, by name. Others may be published from outside. */
  readonly eventTypes: readonly EventType[];
  /** What each operation needs, of the modules and of the platform. */
  readonly operations: Readonly<Record<string, Requirement>>;
  /** Finds an object of any module by its id: `node` and `nodes` of GraphQL. */
  readonly nodes: NodeCatalogue;
  /** The GraphQL resolvers of all modules, and that of `node`. */
  readonly resolvers: readonly ResolverClass[];
}

/** Modules with what they are made of. */
export interface ModuleCatalogue<Dependencies, Work> extends Catalogue {
  readonly modules: readonly Module<Dependencies, Work>[];
}

/** Joins modules. */
export function catalogueOf<Dependencies, Work>(
  modules: readonly Module<Dependencies, Work>[],
): ModuleCatalogue<Dependencies, Work> {
  const eventTypes = modules.flatMap((module) => module.events ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    modules,
    entities: [...modules.flatMap((module) => module.entities ?? []), IdempotencyKey, RateCount, SigningSecret],
    eventTypes,
    deliveredTypes: eventTypes.filter(({ name }) => !isStreamOnly(name)),
    tags: Object.assign({}, ...modules.map(({ tags }) => tags)) as Catalogue['tags'],
    pathParameters: Object.assign({}, ...modules.map((module) => module.pathParameters)) as Catalogue['pathParameters'],
    operations: Object.assign(
      {},
      ownOperations,
      ...modules.map(({ operations }) => operations),
    ) as Catalogue['operations'],
    nodes: new NodeCatalogue(new Map(modules.flatMap((module) => Object.entries(module.nodes ?? {})))),
    resolvers: [...modules.flatMap((module) => module.resolvers ?? []), NodeResolver],
  };
}
