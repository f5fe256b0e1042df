import { type GraphQLField, type GraphQLSchema, getNamedType, isLeafType } from 'graphql';

function rootFields(schema: GraphQLSchema): Map<string, GraphQLField<unknown, unknown>> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return new Map(
    roots.flatMap((root) =>
      Object.values(root?.getFields() ?? {}).map((field) => [`${root?.name}.${field.name}`, field] as const),
    ),
  );
}

/** Every field of Query, Mutation and Subscription, such as `Query.deck`. */
export function fieldsOf(schema: GraphQLSchema): string[] {
  return [...rootFields(schema).keys()];
}

/** An operation of one field with the values as its variables, which asks for nothing below the field. */
export function operationText(schema: GraphQLSchema, coordinate: string, values: object): string {
  const field = rootFields(schema).get(coordinate);
  if (field === undefined) throw new Error(`the schema has no field ${coordinate}`);
  const [root = ''] = coordinate.split('.');
  const given = field.args.filter(({ name }) => Object.hasOwn(values, name));
  const variables = given.map(({ name, type }) => `$${name}: ${type.toString()}`);
  const passed = given.map(({ name }) => `${name}: $${name}`);
  const below = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return `${root.toLowerCase()} ${listed(variables)} { ${field.name}${listed(passed)}${below} }`;
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}
