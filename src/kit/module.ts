import type { EntityClass } from '@mikro-orm/core';
import type { EventType } from './live/index.ts';
import type { NodeType, ResolverClass } from './graphql/index.ts';
import type { PathParameter, Route } from './http/index.ts';
import type { Requirement } from './rights/index.ts';
import type { Task } from './data/index.ts';

/**
 * A noun of the product: its tables, events, routes, resolvers and background tasks. `composition/modules.ts`
 * lists them all; a new one needs no other change.
 *
 * @typeParam Dependencies what its routes and resolvers need: use cases, streams
 * @typeParam Work what its tasks need
 */
export interface Module<Dependencies = unknown, Work = unknown> {
  readonly entities?: readonly EntityClass<object>[];
  /** Types of event that it records. */
  readonly events?: readonly EventType[];
  /** Its types of the schema that have an id, by their names there. */
  readonly nodes?: Readonly<Record<string, NodeType>>;
  /** What each of its operations needs, by REST's operationId or the name of the mutation. */
  readonly operations?: Readonly<Record<string, Requirement>>;
  readonly resolvers?: readonly ResolverClass[];
  /** Those of its resolvers that need use cases. */
  readonly instances?: (dependencies: Dependencies) => readonly object[];
  /** Registers the logs that its GraphQL subscriptions and server-sent events follow. */
  readonly streams?: (dependencies: Dependencies) => void;
  /** Groups of its operations in the OpenAPI document, by name. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The parameters in the paths of its routes that no other module describes. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly routes?: (dependencies: Dependencies) => readonly Route[];
  readonly tasks?: (work: Work) => readonly Task<never>[];
}
