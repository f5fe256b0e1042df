import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';

export const hasId = (type: GraphQLObjectType): boolean => 'id' in type.getFields();

/** The objects of a schema that clients ask for, in the order of their names. */
export function objectTypes(schema: GraphQLSchema): GraphQLObjectType[] {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  return types
    .filter((type) => !type.name.startsWith('__') && !roots.has(type))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

interface ListField {
  readonly of: string;
  readonly name: string;
  readonly args: readonly GraphQLArgument[];
}

/** The fields that give a list page by page. */
export function listFields(schema: GraphQLSchema): ListField[] {
  return [...objectTypes(schema), schema.getQueryType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).flatMap(({ name, args, type: given }) =>
      getNamedType(given).name.endsWith('Connection') ? [{ of: type?.name ?? '', name, args }] : [],
    ),
  );
}

/** A query with a fragment `...Type` for each type that has an id: all that belongs to it. Asks for every __typename. */
export function wholeQuery(schema: GraphQLSchema, query: string): string {
  const fragments = objectTypes(schema)
    .filter((type) => hasId(type) && query.includes(`...${type.name} `))
    .map((type) => `fragment ${type.name} on ${type.name} { ${ownFields(type)} }`);
  const document = visit(parse([query, ...fragments].join('\n')), {
    SelectionSet: (node, _key, parent) => {
      if (parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
      const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
      return { ...node, selections: [typename, ...node.selections] };
    },
  });
  return print(document);
}

/** The fields of a type that take no arguments, with those of what it holds that has no id itself. */
function ownFields(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of, args }) => {
    if (args.length > 0) return [];
    const named = getNamedType(of);
    if (isLeafType(named)) return [name];
    return isObjectType(named) && !hasId(named) ? [`${name} { ${ownFields(named)} }`] : [];
  });
  return fields.join(' ');
}
