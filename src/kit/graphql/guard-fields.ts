import { defaultFieldResolver, getNamedType, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLContext } from './context.ts';

type Field = GraphQLField<unknown, GraphQLContext>;

/**
 * Checks each field of Query, Mutation and Subscription with the policy before it runs, and for each field below them
 * whose value is an object of a module: a right to one noun gives none to those that it leads to.
 *
 * @param scopeOf the scope that reads a type, and the pages of it; undefined for types that belong to what they are part of
 */
export function guardFields(schema: GraphQLSchema, scopeOf: (type: string) => string | undefined): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots) for (const field of fieldsOf(root)) guardRoot(field, `${root?.name}.${field.name}`);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue;
    for (const field of fieldsOf(type)) {
      const named = getNamedType(field.type).name;
      const scope = scopeOf(named) ?? scopeOf(named.replace(/Connection$/, ''));
      if (scope !== undefined) guardBelow(field, scope, `${type.name}.${field.name}`);
    }
  }
  return schema;
}

function fieldsOf(type: unknown): Field[] {
  return isObjectType(type) && !type.name.startsWith('__') ? Object.values(type.getFields()) : [];
}

/** A subscription is checked once, when it begins. */
function guardRoot(field: Field, operation: string): void {
  const { subscribe, resolve = defaultFieldResolver } = field;
  if (subscribe !== undefined) {
    field.subscribe = (source, values, context, info) => {
      context.enter(operation);
      return subscribe(source, values, context, info);
    };
    return;
  }
  field.resolve = (source, values, context, info) => {
    context.enter(operation);
    return resolve(source, values, context, info);
  };
}

function guardBelow(field: Field, scope: string, name: string): void {
  const { resolve = defaultFieldResolver } = field;
  field.extensions = { ...field.extensions, scope };
  field.resolve = (source, values, context, info) => {
    context.requireScope(scope, name);
    return resolve(source, values, context, info);
  };
}
