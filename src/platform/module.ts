import type { EntityClass } from '@mikro-orm/core';
import type { EventType } from './live/event-type.ts';
import type { NodeType } from './graphql/node-catalogue.ts';
import type { ResolverClass } from './graphql/schema.ts';
import type { Route } from './rest/route.ts';
import type { Task } from './jobs/task.ts';

/**
 * A noun of the product: what it stores, records, opens to clients and does in the background. `composition/modules.ts`
 * lists them all; nothing else has to know of a new one.
 *
 * @typeParam Doors what its doors need: use cases, streams
 * @typeParam Work what its tasks need
 */
export interface Module<Doors = unknown, Work = unknown> {
  readonly entities?: readonly EntityClass<object>[];
  /** Types of event that it records. */
  readonly events?: readonly EventType[];
  /** Its types of the schema that have an id, by their names there. */
  readonly nodes?: Readonly<Record<string, NodeType>>;
  readonly resolvers?: readonly ResolverClass[];
  /** Those of its resolvers that need use cases. */
  readonly instances?: (doors: Doors) => readonly object[];
  /** Sets what its subscription fields and its streams of server-sent events follow. */
  readonly streams?: (doors: Doors) => void;
  readonly routes?: (doors: Doors) => readonly Route[];
  readonly tasks?: (work: Work) => readonly Task<never>[];
}
