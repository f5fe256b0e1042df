import { type GraphQLFieldConfig, GraphQLObjectType, type GraphQLSchema, isObjectType, isOutputType } from 'graphql';
import { isUuid } from '../input/index.ts';
import type { GraphQLContext } from './context.ts';
import type { NodeEdge, NodeCatalogue } from './node-catalogue.ts';
import { requestedColumns } from './requested-columns.ts';

/**
 * Adds to each object type, beside each id of another object, the object itself: `presentation` beside
 * `presentationId`. A type that declares that field keeps its own, and one that is marked `withoutEdges` gets none. Null
 * where nothing has the id now, or where the caller does not see it. All objects of one level are read in one statement.
 *
 * They are made by graphql-js, because types of events are: see `withEventTypes`.
 */
export function withEdges(schema: GraphQLSchema, nodes: NodeCatalogue): GraphQLSchema {
  const edges = [...nodes.edges].flatMap(([idField, edge]): Named[] => {
    const field = edgeField(schema, idField, edge);
    return field === null ? [] : [{ idField, name: idField.replace(/Id$/, ''), field }];
  });
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.extensions['withoutEdges'] === true) continue;
    const fields = type.getFields();
    const added = edges.filter(({ idField, name }) => idField in fields && !(name in fields));
    const config = Object.fromEntries(added.map(({ name, field }) => [name, field]));
    Object.assign(fields, new GraphQLObjectType({ name: type.name, fields: config }).getFields());
  }
  return schema;
}

type Field = GraphQLFieldConfig<unknown, GraphQLContext>;

interface Named {
  readonly idField: string;
  readonly name: string;
  readonly field: Field;
}

/** Null where the schema does not have the type. */
function edgeField(schema: GraphQLSchema, idField: string, { to, description, price, read }: NodeEdge): Field | null {
  const type = schema.getType(to);
  if (!isOutputType(type)) return null;
  return {
    type,
    description,
    extensions: {
      // An id is small, and read always.
      columns: [],
      complexity: ({ childComplexity }: { readonly childComplexity: number }) => price + childComplexity,
    },
    resolve: (row, _args, context, info) => {
      const id = (row as Readonly<Record<string, unknown>>)[idField];
      // What a client has published may have any text in its place.
      return typeof id === 'string' && isUuid(id) ? context.load(read, id.toLowerCase(), requestedColumns(info)) : null;
    },
  };
}
