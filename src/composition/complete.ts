import { type GraphQLObjectType, type GraphQLSchema, isInterfaceType } from 'graphql';
import { dayMs } from '../kit/core/index.ts';
import { type Described, namesInPath, ownTags, type Route } from '../kit/http/index.ts';
import { operationNames, type Requirement } from '../kit/rights/index.ts';
import type { ResolverClass } from '../kit/graphql/index.ts';

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
  const types = isInterfaceType(node) ? [...new Set(schema.getPossibleTypes(node).map(nodeNameOf))] : [];
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

/** The node that a type is: `Event` of all types of events, which share it as their interface. */
function nodeNameOf(type: GraphQLObjectType): string {
  return type.getInterfaces().find(({ name }) => name !== 'Node')?.name ?? type.name;
}

/** @throws Error that names the groups and path parameters of routes that no module describes */
export function requireDescribed(
  routes: readonly Pick<Route, 'tag' | 'path'>[],
  { tags, pathParameters }: Pick<Described, 'tags' | 'pathParameters'>,
): void {
  const known = new Set(Object.keys({ ...tags, ...ownTags }));
  const faults = routes.flatMap(({ tag, path }) => [
    ...(known.has(tag) ? [] : [`${path} is in the group ${tag}: describe it in "tags" of its module.`]),
    ...namesInPath(path)
      .filter((name) => !Object.hasOwn(pathParameters, name))
      .map((name) => `${path} has the parameter ${name}: describe it in "pathParameters" of its module.`),
  ]);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** How long a deprecated operation stays at least, in days: docs/versioning.md. */
const noticeDays = 180;

/** @throws Error that names the deprecated operations which end too soon, or name no substitute that stays */
export function requireNotice(routes: readonly Pick<Route, 'operationId' | 'patchId' | 'deprecated'>[]): void {
  const staying = new Set(routes.flatMap((it) => (it.deprecated === undefined ? [it.operationId, it.patchId] : [])));
  const faults = routes.flatMap(({ operationId, deprecated }) => {
    if (deprecated === undefined) return [];
    const { since, sunset, instead } = deprecated;
    const days = (Date.parse(sunset) - Date.parse(since)) / dayMs;
    return [
      ...(days >= noticeDays
        ? []
        : [`${operationId} is deprecated: give "sunset" a day ${noticeDays} days after "since", or a later one.`]),
      ...(instead === undefined || staying.has(instead)
        ? []
        : [
            `${operationId} is deprecated in favour of ${instead}: name an operation that exists and is not deprecated.`,
          ]),
    ];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** What a caller may use, by its name in the list of operations. */
function operationsOf(schema: GraphQLSchema, routes: readonly Pick<Route, 'operationId'>[]): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}).map((field) => `${root?.name}.${field}`));
  return [...fields, ...routes.map(({ operationId }) => operationId)];
}

/** @throws Error that names the operations for which no module declares what they need, and those that no API has */
export function requireOperations(
  schema: GraphQLSchema,
  routes: readonly Pick<Route, 'operationId'>[],
  operations: Readonly<Record<string, Requirement>>,
): void {
  const dependencies = new Set(operationsOf(schema, routes));
  const listed = Object.entries(operations);
  const known = new Set(listed.flatMap((entry) => operationNames(...entry)));
  const faults = [
    ...[...dependencies]
      .filter((operation) => !known.has(operation))
      .map((operation) => `${operation} has no requirement: list it in "operations" of its module.`),
    ...listed
      .filter((entry) => !operationNames(...entry).some((name) => dependencies.has(name)))
      .map(([operation]) => `${operation} is a listed operation that no API has.`),
    ...Object.values(operations).flatMap(({ fields }) =>
      fields
        .filter((field) => !dependencies.has(field))
        .map((field) => `${field} is a listed field: the schema has none.`),
    ),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
