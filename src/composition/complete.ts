import { type GraphQLSchema, isInterfaceType } from 'graphql';
import type { ResolverClass } from '../platform/graphql/schema.ts';

interface Listed {
  readonly schema: GraphQLSchema;
  readonly resolvers: readonly ResolverClass[];
  readonly instances: readonly object[];
  /** The types that the node catalogue knows. */
  readonly nodeNames: readonly string[];
}

/** @throws Error that names the entries that a module lacks */
export function requireComplete({ schema, resolvers, instances, nodeNames }: Listed): void {
  const made = new Set(instances.map((instance) => instance.constructor));
  const bare = resolvers.filter((resolver) => resolver.length > 0 && !made.has(resolver));
  const node = schema.getType('Node');
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
  const faults = [
    ...bare.map(({ name }) => `${name} takes use cases: make it in "instances" of its module.`),
    ...types
      .filter((name) => !nodeNames.includes(name))
      .map((name) => `${name} has an id: list it in "nodes" of its module.`),
    ...nodeNames
      .filter((name) => !types.includes(name))
      .map((name) => `${name} is a listed node: let its type implement Node.`),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
