import type { GraphQLScalarType } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import type { FieldPrice } from '../../core/index.ts';
import { DateTimeISO } from '../../input/index.ts';
import { type Attribute, attribute } from './attribute.ts';
import { list, nested, type PlainView, type View } from './view.ts';

/** The value of a GraphQL type in TypeGraphQL's notation: a constructor, a scalar, an enum, or a list of one. */
type ShownAs<Type> = Type extends StringConstructor
  ? string
  : Type extends BooleanConstructor
    ? boolean
    : Type extends DateConstructor
      ? Date
      : Type extends GraphQLScalarType<infer Value>
        ? Value
        : Type extends readonly (infer Item)[]
          ? ShownAs<Item>[]
          : Type extends Readonly<Record<string, infer Value>>
            ? Value
            : never;

/** By its scalar: `Date` itself may be replaced while the process runs, as tests do. */
const ruleOf = (type: object, description: string) => {
  const named = type === Date ? DateTimeISO : type;
  return { graphql: () => named, schema: () => ({ description }) };
};

/**
 * An attribute that only answers have: no client sends it, so that it has no limits.
 *
 * @param options its value in a new row, and the price of its GraphQL field where it has one
 */
export function shown<const Type extends object>(
  type: Type,
  description: string,
  options: {
    readonly default?: ShownAs<Type> & (string | number | boolean);
    readonly output?: { readonly complexity: number };
  } = {},
): Attribute<ShownAs<Type>, object> {
  return attribute<ShownAs<Type>>(ruleOf(type, description), options);
}

/** The same, which may be null. */
export function shownOrNull<const Type extends object>(
  type: Type,
  description: string,
): Attribute<ShownAs<Type>, { nullable: true }> {
  return attribute<ShownAs<Type>, { nullable: true }>(ruleOf(type, description), { nullable: true });
}

/** A JSON object that only answers have, with keys that REST does not list. @param type its type in GraphQL */
export function shownJson<T extends object>(type: Function, description: string): Attribute<T, object> {
  return attribute<T, object>(ruleOf(GraphQLJSONObject, description), { output: { graphql: () => type } });
}

/** The same, which may be null. */
export function shownJsonOrNull<T extends object>(
  type: Function,
  description: string,
): Attribute<T, { nullable: true }> {
  const options = { nullable: true, output: { graphql: () => type } } as const;
  return attribute<T, { nullable: true }>(ruleOf(GraphQLJSONObject, description), options);
}

/** Where a file of this server is: the link is signed in answers. */
export function shownFile(description: string): Attribute<string, object> {
  return attribute<string, object>(ruleOf(String, description), { output: { isSigned: () => true } });
}

/** A link that may be null, and is signed where it names a file of this server. */
export function shownLinkOrNull(
  isSigned: (link: string) => boolean,
  description: string,
): Attribute<string, { nullable: true }> {
  const options = { nullable: true, output: { isSigned } } as const;
  return attribute<string, { nullable: true }>(ruleOf(String, description), options);
}

/** A list of structures that only answers have. @param type the GraphQL type of one */
export function shownList<T extends object>(
  type: Function,
  of: PlainView<T> | View<T>,
  description: string,
  complexity: FieldPrice | number,
): Attribute<T[], object> {
  return attribute<T[], object>(ruleOf([type], description), { output: { view: list(nested(of)), complexity } });
}

/** A structure that only answers have. @param type its GraphQL type */
export function shownPart<T extends object>(
  type: Function,
  of: PlainView<T>,
  description: string,
): Attribute<T, object> {
  return attribute<T, object>(ruleOf(type, description), { output: { view: nested(of) } });
}

/** The same, which may be null. */
export function shownPartOrNull<T extends object>(
  type: Function,
  of: PlainView<T>,
  description: string,
): Attribute<T, { nullable: true }> {
  const options = { nullable: true, output: { view: nested(of) } } as const;
  return attribute<T, { nullable: true }>(ruleOf(type, description), options);
}

/**
 * A structure that GraphQL alone knows, or a list of them: REST shows what it belongs to as free JSON.
 *
 * @param type its GraphQL type, in a list for a list
 * @param complexity the price of a list
 */
export function shownTyped<T extends object>(
  type: Function | readonly [Function],
  description: string,
  complexity?: FieldPrice,
): Attribute<T, object> {
  return attribute<T, object>(ruleOf(type, description), complexity === undefined ? {} : { output: { complexity } });
}

/** The same, which may be null. */
export function shownTypedOrNull<T extends object>(
  type: Function | readonly [Function],
  description: string,
  complexity?: FieldPrice,
): Attribute<T, { nullable: true }> {
  const output = complexity === undefined ? {} : { output: { complexity } };
  return attribute<T, { nullable: true }>(ruleOf(type, description), { nullable: true, ...output });
}
