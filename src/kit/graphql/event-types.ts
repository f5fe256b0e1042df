import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { isJsonObject } from '../core/index.ts';
import { type EventType, eventTypeName } from '../live/index.ts';
import { DataValues } from './event-values.ts';

/** An event as any of its types reads it. */
interface EventRow {
  readonly type: string;
  readonly data: unknown;
}

/** An object of `node`, with the name that the catalogue of nodes has for it: all events are one there. */
interface NodeRow extends EventRow {
  readonly __typename: string;
}

interface TypedEvent {
  readonly object: GraphQLObjectType;
  readonly fits: (data: unknown) => boolean;
}

/**
 * Gives each event type of the catalogue an object type behind the interface `Event`, whose `data` has the members of its
 * JSON Schema. An event whose data do not fit is an `OtherEvent`, so that no event can fail an answer.
 *
 * They are made by graphql-js, not by decorators: TypeGraphQL keeps its metadata for the whole process, and a process may
 * have several catalogues.
 */
export function withEventTypes(schema: GraphQLSchema, eventTypes: readonly EventType[]): GraphQLSchema {
  const [event, other, node] = ['Event', 'OtherEvent', 'Node'].map((name) => schema.getType(name));
  if (!isInterfaceType(event) || !isInterfaceType(node) || !isObjectType(other)) return schema;
  Object.assign(other.getFields()['payload'] ?? {}, { resolve: payloadOf });
  const values = new DataValues(schema);
  const typed = new Map(eventTypes.map((type) => [type.name, typedEvent(type, other, values)]));
  const typeOf = ({ type, data }: EventRow): string => {
    const found = typed.get(type);
    return found?.fits(data) === true ? found.object.name : other.name;
  };
  event.resolveType = typeOf;
  node.resolveType = (row: NodeRow) => (row.__typename === event.name ? typeOf(row) : row.__typename);
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, ...[...typed.values()].map(({ object }) => object)] });
}

function typedEvent(
  { name: type, description, schema }: EventType,
  other: GraphQLObjectType,
  values: DataValues,
): TypedEvent {
  const name = eventTypeName(type);
  const members = values.membersOf(type, schema);
  const data = new GraphQLObjectType({
    name: `${name}Data`,
    description: `The data of ${type}.`,
    fields: Object.fromEntries(
      members.map(({ name: member, description: said, type: of }) => [member, { type: of, description: said }]),
    ),
  });
  const { fields, ...shared } = other.toConfig();
  const object = new GraphQLObjectType({
    ...shared,
    name,
    description,
    fields: { ...fields, data: { type: new GraphQLNonNull(data), description: 'What happened.' } },
  });
  return {
    object,
    fits: (given) => isJsonObject(given) && members.every(({ name: member, fits }) => fits(given[member])),
  };
}

const payloadOf = ({ data }: EventRow): unknown => data;
