import {
  GraphQLID,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  GraphQLString,
  isNonNullType,
} from 'graphql';
import { Extensions } from 'type-graphql';
import type { Keyed } from '../data/index.ts';
import type { GraphQLContext } from './context.ts';

/** The argument of mutations that is the Idempotency-Key header of REST. */
const idempotencyKey = 'idempotencyKey';

type Mutation = GraphQLField<unknown, GraphQLContext, Readonly<Record<string, unknown>>>;

/** Marks a mutation that takes no idempotencyKey: its answer has a secret, or it may be repeated anyway. */
export function NotStored(): ReturnType<typeof Extensions> {
  return Extensions({ isStored: false });
}

/**
 * Gives each mutation the argument `idempotencyKey`, as each change in REST takes the header. Those that are
 * `NotStored` take none, as their routes.
 */
export function takeKeys(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}) as Mutation[];
  for (const mutation of mutations) {
    if (mutation.extensions['isStored'] !== false) takeKey(mutation);
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
  // For how long it waits is no part of it, as the header Prefer of REST.
  const apart = new Set([...ids, 'waitSeconds']);
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !apart.has(name)));
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
  description:
    'A name of your own for this request: sent again within 24 hours it gives the first answer and changes nothing.',
  type: GraphQLString,
  defaultValue: undefined,
  deprecationReason: undefined,
  extensions: {},
  astNode: undefined,
};
