import { Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, ObjectType } from 'type-graphql';
import {
  type Attribute,
  attributeNames,
  type Attributes,
  descriptionOf,
  isOptionalInTranslation,
  isTranslated,
  newEmpty,
  type TranslationShape,
  type ValueOf,
} from './attribute.ts';
import type { CreationOf, TranslationOf } from './inputs.ts';
import { columnOf } from './kinds.ts';

/** The type of a stored row: every attribute has a value, or null. */
export type RowOf<Set extends Attributes> = {
  -readonly [Name in keyof Set]: ValueOf<Set[Name]> | (Set[Name] extends { nullable: true } ? null : never);
};

type Class<Instance = object> = abstract new () => Instance;

/**
 * The base class of an entity: a column and a GraphQL field for each attribute. A new row has the initial values of the
 * attributes.
 *
 * @param parent the class with the columns that the entity has beside its attributes
 */
export function rowOf<Set extends Attributes, Parent extends Class = Class>(
  set: Set,
  parent?: Parent,
): Class<InstanceType<Parent> & RowOf<Set>> {
  const base: Class = parent ?? Object;
  const initial = Object.entries(set).flatMap(([name, one]) => {
    const make = makerOf(one);
    return make === null ? [] : [{ name, make }];
  });
  abstract class Attributed extends base {
    constructor() {
      super();
      for (const { name, make } of initial) Reflect.set(this, name, make());
    }
  }
  for (const [name, one] of Object.entries(set)) {
    const { nullable = false } = one;
    Property({ ...columnOf(one), nullable })(Attributed.prototype, name);
  }
  return shown(Attributed, set) as Class<InstanceType<Parent> & RowOf<Set>>;
}

/** The base class of a structure in GraphQL answers, such as a part of a row that is stored as JSON. */
export function structureOf<Set extends Attributes>(set: Set): Class<CreationOf<Set>> {
  abstract class Attributed {}
  return shown(Attributed, set) as Class<CreationOf<Set>>;
}

/** The base class of a structure that only answers have: every attribute has a value, or null. */
export function answerOf<Set extends Attributes>(set: Set): Class<RowOf<Set>> {
  return structureOf(set) as Class<RowOf<Set>>;
}

/** The base class of a translation in GraphQL answers: the translated attributes, null where it may lack one and does. */
export function translatedOf<Set extends Attributes>(set: Set): Class<TranslationOf<Set>> {
  const names = attributeNames(set, isTranslated);
  const entries = names.map((name) => [name, translatedAttribute(set[name] as Attribute)] as const);
  return structureOf(Object.fromEntries(entries)) as Class<TranslationOf<Set>>;
}

function translatedAttribute(one: Attribute): Attribute {
  const { translated } = one;
  const { rule, graphql = rule.graphql }: Pick<TranslationShape, 'rule' | 'graphql'> =
    typeof translated === 'object' ? translated : { rule: one.rule };
  const words = { ...rule, graphql };
  return isOptionalInTranslation(one) ? { rule: words, nullable: true } : { rule: words };
}

/** TypeGraphQL takes over the fields of a parent that is an object type itself. */
function shown(base: Class, set: Attributes): Class {
  ObjectType({ simpleResolvers: true })(base);
  for (const [name, one] of Object.entries(set)) {
    const { rule, output, nullable = false } = one;
    Field((output?.graphql ?? rule.graphql) as () => Function, {
      nullable,
      description: output?.description ?? descriptionOf(one),
      ...(output?.complexity === undefined ? {} : { complexity: output.complexity }),
    })(base.prototype as object, name);
    if (output?.isSigned !== undefined) Extensions({ isSigned: output.isSigned })(base.prototype as object, name);
  }
  return base;
}

/** What makes the initial value of an attribute; null where it has none. */
function makerOf({ nullable, empty, default: fallback }: Attribute): (() => unknown) | null {
  if (empty !== undefined) return () => newEmpty(empty);
  if (nullable === true) return () => null;
  return fallback === undefined ? null : () => fallback;
}
