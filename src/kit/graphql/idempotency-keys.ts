import {
  GraphQLID,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  GraphQLString,
  isNonNullType,
} from 'graphql';
import type { Keyed } from '../data/index.ts';
import type { GraphQLContext } from './context.ts';
import { idempotencyKey, keyDescription } from './idempotency-key.ts';

type Mutation = GraphQLField<unknown, GraphQLContext, Readonly<Record<string, unknown>>>;

/**
 * Gives each mutation the argument `idempotencyKey`, as each change in REST takes the header. Those with the extension
 * `isStored: false` take none, as their routes: their answer is never stored.
 */
export function takeKeys(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}) as Mutation[];
  for (const mutation of mutations) {
    const hasOwn = mutation.args.some(({ name }) => name === idempotencyKey);
    if (!hasOwn && mutation.extensions['isStored'] !== false) takeKey(mutation);
  }
  return schema;
}

function takeKey(mutation: Mutation): void {
  const { args, resolve } = mutation;
  if (resolve === undefined) throw new Error(`${mutation.name} has no resolver`);
  mutation.args = [...args, keyArgument];
  mutation.resolve = (source, { [idempotencyKey]: key, ...values }, context, info) => {
    if (typeof key === 'string') context.keyed = { key, ...identityOf(mutation.name, args, values) };
    return resolve(source, values, context, info);
  };
}

/** What a mutation requests, named as REST names the same. */
function identityOf(
  operation: string,
  args: readonly GraphQLArgument[],
  { ifVersion, input, ...others }: Readonly<Record<string, unknown>>,
): Omit<Keyed, 'key'> {
  const ids = args.filter(({ type }) => isNonNullType(type) && type.ofType === GraphQLID).map(({ name }) => name);
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !ids.includes(name)));
  const hasInput = args.some(({ name }) => name === 'input');
  return {
    operation,
    of: ids.map((name) => String(others[name])),
    input: hasInput ? { ...(input as object | null | undefined), ...rest } : noneIfEmpty(rest),
    ifMatch: typeof ifVersion === 'number' ? [String(ifVersion)] : undefined,
  };
}

function noneIfEmpty(values: object): object | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

const keyArgument: GraphQLArgument = {
  name: idempotencyKey,
  description: keyDescription,
  type: GraphQLString,
  defaultValue: undefined,
  deprecationReason: undefined,
  extensions: {},
  astNode: undefined,
};
