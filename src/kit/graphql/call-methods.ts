import {
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { isJsonObject } from '../core/index.ts';
import { isInputClass, readInput, rejectUnsafe } from '../input/index.ts';
import type { GraphQLContext } from './context.ts';

/** A class with the fields of one or more types. Modules list theirs. */
export type ResolverClass = abstract new (...dependencies: never[]) => object;

type Metadata = ReturnType<typeof getMetadataStorage>;
/** A method of a resolver class that gives a field, as its decorators describe it. */
type Declared = Metadata['queries' | 'fieldResolvers'][number];
type Parameter = NonNullable<Declared['params']>[number];
type Values = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<unknown, GraphQLContext, Values, unknown>;

/**
 * Makes the fields of resolver classes call their methods. TypeGraphQL's own calls search its metadata for each field of
 * each input and await each argument, for each object of an answer.
 *
 * An argument is checked as REST checks a body: one of an input class by its rules, every other one for what no input may
 * have in it. The inputs of a list are left to the method, which reports the faults of each.
 *
 * @param instances the resolvers by their classes
 */
export function callMethods(schema: GraphQLSchema, instances: ReadonlyMap<Function, object>): GraphQLSchema {
  const { queries, mutations, subscriptions, fieldResolvers, resolverClasses, objectTypes, interfaceTypes } =
    getMetadataStorage();
  for (const resolver of instances.keys()) {
    if (!resolverClasses.some(({ target }) => Object.prototype.isPrototypeOf.call(target, resolver))) continue;
    throw new Error(`${resolver.name} inherits from a resolver, whose methods it would not call`);
  }
  const namesOf = new Map([...objectTypes, ...interfaceTypes].map(({ target, name }) => [target, name]));
  const call = (declared: Declared, types: readonly (GraphQLNamedType | null | undefined)[]): void => {
    const instance = instances.get(declared.target);
    if (instance === undefined) return;
    const resolve = callOf(instance, declared);
    for (const type of types) Object.assign(fieldOf(type, declared.schemaName), { resolve });
  };
  for (const query of queries) call(query, [schema.getQueryType()]);
  for (const mutation of mutations) call(mutation, [schema.getMutationType()]);
  for (const subscription of subscriptions) call(subscription, [schema.getSubscriptionType()]);
  for (const field of fieldResolvers) {
    if (field.kind === 'internal') continue;
    const type = schema.getType(namesOf.get(field.getObjectType?.() as Function) ?? '');
    call(field, isInterfaceType(type) ? [type, ...schema.getPossibleTypes(type)] : [type]);
  }
  return schema;
}

function fieldOf(type: GraphQLNamedType | null | undefined, name: string): object {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`The schema has no field ${type?.name}.${name}`);
  return field;
}

/** Calls the method with its parameters in their order. */
function callOf(instance: object, { methodName, params = [], middlewares = [], roles }: Declared): Resolve {
  if (middlewares.length > 0 || roles !== undefined) throw new Error(`${methodName} has a middleware or roles`);
  const method: unknown = Reflect.get(instance, methodName);
  if (typeof method !== 'function') throw new Error(`${methodName} is no method`);
  const readers = params.toSorted((one, other) => one.index - other.index).map(readerOf);
  return (...given) =>
    Reflect.apply(
      method,
      instance,
      readers.map((read) => read(...given)),
    ) as unknown;
}

/** Reads what a parameter stands for. @throws AppError `INVALID_INPUT` for an argument that breaks a rule */
function readerOf(parameter: Parameter): Resolve {
  switch (parameter.kind) {
    case 'root':
      return (source) => source;
    case 'context':
      return (_source, _values, context) => context;
    case 'custom': {
      const { resolver } = parameter;
      return (root, args, context, info) => resolver({ root, args, context, info }) as unknown;
    }
    case 'arg': {
      const { name, typeOptions, getType } = parameter;
      const isListOfInputs = typeOptions.array === true && isInputClass(getType());
      const check = isListOfInputs ? asGiven : checkOf(getType());
      return (_source, values) => check(values[name]);
    }
    case 'args': {
      const check = checkOf(parameter.getType());
      return (_source, values) => check(values);
    }
    default:
      throw new Error(`Methods of resolvers have no parameter of the kind ${parameter.kind}`);
  }
}

type Check = (value: unknown) => unknown;

const asGiven: Check = (value) => value;

function checkOf(type: unknown): Check {
  const inputClass = isInputClass(type) ? type : null;
  return (value) => {
    rejectUnsafe(value);
    return inputClass === null || !isJsonObject(value) ? value : readInput(inputClass, value, 'graphql');
  };
}
