import { getNullableType, type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { DateTimeISO } from '../input/index.ts';
import type { EventType } from '../live/index.ts';
import { callMethods, type ResolverClass } from './call-methods.ts';
import { withEventTypes } from './event-types.ts';
import { noteColumns } from './requested-columns.ts';
import { withEdges } from './edges.ts';
import type { NodeCatalogue } from './node-catalogue.ts';
import { countNodes } from './count-nodes.ts';
import { takeKeys } from './idempotency-keys.ts';
import { passRowsOn } from './row-fields.ts';

/** What a schema is made of. */
interface SchemaParts {
  /** All classes of resolvers. */
  readonly resolvers: readonly ResolverClass[];
  /** The event types that get an object type. */
  readonly eventTypes: readonly EventType[];
  /** What its ids lead to. */
  readonly nodes: NodeCatalogue;
}

/** @param instances the resolvers that need use cases; the others are made here */
export async function createSchema(
  { resolvers, eventTypes, nodes }: SchemaParts,
  instances: readonly object[] = [],
): Promise<GraphQLSchema> {
  const given = new Map(instances.map((instance) => [instance.constructor, instance]));
  const [first, ...others] = resolvers as readonly Constructor[];
  if (first === undefined) throw new Error('A schema needs a resolver.');
  const made = new Map([first, ...others].map((resolver) => [resolver, given.get(resolver) ?? new resolver()]));
  const schema = await buildSchema({
    resolvers: [first, ...others],
    pubSub: noPubSub,
    // Apollo checks the whole schema at start.
    skipCheck: true,
    scalarsMap: [{ type: Date, scalar: DateTimeISO }],
  });
  callMethods(schema, made);
  const whole = withEdges(withEventTypes(schema, eventTypes), nodes);
  return countNodes(keepSiblingResults(passRowsOn(noteColumns(takeKeys(whole)))));
}

/**
 * Makes every field of Query and Mutation nullable. The error of a non-null one would set `data` to null as a whole,
 * and the results of its siblings would be lost: of mutations too, which were carried out.
 */
function keepSiblingResults(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.type = getNullableType(field.type);
  }
  return schema;
}

type Constructor = new () => object;

/** TypeGraphQL requires one. Our subscription fields bring their own source, the event log, which loses nothing. */
const noPubSub: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('A subscription field has no source of its own');
  },
};

/** The schema as it is committed in `schema.graphql`. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
