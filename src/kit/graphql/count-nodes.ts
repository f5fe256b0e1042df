import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { currentBudget, turns } from '../core/index.ts';
import type { GraphQLContext } from './context.ts';

/**
 * Makes each field that gives a list or an object spend it from the budget of its operation, so that an answer ends
 * where the budget does. After much work in one turn of the event loop a list waits for the next.
 */
export function countNodes(schema: GraphQLSchema): GraphQLSchema {
  const subscriptions = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type) || type === subscriptions) continue;
    for (const field of Object.values(type.getFields())) {
      if (isListType(getNullableType(field.type))) countItems(field);
      else if (isCompositeType(getNamedType(field.type))) countObject(field);
    }
  }
  return schema;
}

type Field = GraphQLField<unknown, GraphQLContext>;

function countItems(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (...given) => {
    const [, , context] = given;
    const found: unknown = resolve(...given);
    return found instanceof Promise ? found.then((list) => spendList(list, context)) : spendList(found, context);
  };
}

/** Spends the items of a list, and waits for the next turn after much work. @returns what was found, or a promise of it */
export function spendList(found: unknown, context: GraphQLContext): unknown {
  if (Array.isArray(found)) currentBudget()?.spend('nodes', found.length);
  const turn = turns.next();
  return turn === null ? found : context.pauseUntil(turn).then(() => found);
}

function countObject(field: Field): void {
  const { resolve } = field;
  field.resolve = (...given) => {
    currentBudget()?.spend('nodes');
    return (resolve ?? defaultFieldResolver)(...given) as unknown;
  };
}
