import type { SchemaObject } from 'ajv';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Float, ID, Int } from 'type-graphql';
import type { Fault } from '../core/index.ts';
import { canonicalLanguage } from './language.ts';
import { escapeSegment } from './safe-json.ts';
import { DateTimeISO } from './scalars.ts';
import { orNull } from './schema-fault.ts';

/**
 * How the parts of a structure are called: REST keeps the documented snake_case names, GraphQL is camelCase.
 * `document` is for OpenAPI: the names of REST, with details that a use case checks by itself.
 */
export type Naming = 'rest' | 'graphql' | 'document';

/** A class that carries `@Input` fields. */
export type InputClass<T extends object = object> = new () => T;

/**
 * The rule of a value: its JSON Schema, its GraphQL type, and checks that neither can express.
 * The schema that a rule gives is the one that OpenAPI prints and the one that input is checked against.
 */
export interface Rule<Value = unknown> {
  /** For the compiler alone: the type of a value that fulfils the rule. */
  readonly value?: Value;
  /** GraphQL type, in TypeGraphQL's notation. */
  readonly graphql: () => Function | object;
  readonly schema: (naming: Naming) => SchemaObject;
  /** The input class of an object, or of the items of a list or map. */
  readonly of?: () => InputClass;
  readonly isList?: boolean;
  readonly isMap?: boolean;
  /** The class that describes a free object, or those in a list, where the use case checks it by itself. */
  readonly describedBy?: () => InputClass;
  /** The known keys of a free object, which may depend on its siblings; undefined when all keys are known. */
  readonly knownKeys?: (holder: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /** A check that JSON Schema cannot express. `pointer` is that of the value; faults are at or below it. */
  readonly check?: (value: never, pointer: string) => readonly Fault[];
}

type Documentation = { readonly description?: string; readonly examples?: readonly unknown[] };

function scalar<Value>(graphql: Rule['graphql'], schema: SchemaObject): Rule<Value> {
  return { graphql, schema: () => schema };
}

/** The same rule with another description. */
export function described<Value>(rule: Rule<Value>, description: string): Rule<Value> {
  return { ...rule, schema: (naming) => ({ ...rule.schema(naming), description }) };
}

export interface TextLimits extends Documentation {
  /** Most characters. */
  readonly max: number;
  /** Fewest characters; default 1, so that an empty text is rejected. */
  readonly min?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** A text of at least one character, unless `min` allows an empty one. */
export function text({ max, min = 1, ...more }: TextLimits): Rule<string> {
  return scalar(() => String, { type: 'string', minLength: min, maxLength: max, ...more });
}

/** An http or https URL, or a path such as /logo.svg; empty for none. */
export function link(description: string): Rule<string> {
  return text({ min: 0, max: 2_048, format: 'link', description });
}

/** A time with its zone, as text: `requireTime` reads it. */
export function time(documentation: Documentation): Rule<string> {
  return { ...text({ max: 40, format: 'date-time', ...documentation }), graphql: () => DateTimeISO };
}

/** A UUID; an `ID` in GraphQL. */
export function uuid(documentation: Documentation = {}): Rule<string> {
  return scalar(() => ID, { type: 'string', format: 'uuid', ...documentation });
}

/** The limits of a number, both inclusive. */
export interface NumberLimits extends Documentation {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number; an `Int` in GraphQL, of 32 bits. */
export function integer(limits: NumberLimits): Rule<number> {
  return scalar(() => Int, { type: 'integer', ...bounds(limits) });
}

/** A number with or without a fraction; a `Float` in GraphQL. */
export function decimal(limits: NumberLimits): Rule<number> {
  return scalar(() => Float, { type: 'number', ...bounds(limits) });
}

function bounds({ min, max, ...more }: NumberLimits): SchemaObject {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }), ...more };
}

export function flag(documentation: Documentation = {}): Rule<boolean> {
  return scalar(() => Boolean, { type: 'boolean', ...documentation });
}

/** A consent: must be true. */
export function accepted(documentation: Documentation = {}): Rule<true> {
  return scalar(() => Boolean, { type: 'boolean', const: true, ...documentation });
}

/** One of the values of an enum that is registered with GraphQL. */
export function oneOf<Value extends string>(
  values: Readonly<Record<string, Value>>,
  documentation: Documentation = {},
): Rule<Value> {
  return scalar(() => values, { type: 'string', enum: Object.values(values), ...documentation });
}

/**
 * A JSON object whose keys are the client's own, or checked by the use case.
 *
 * @param details its schema for OpenAPI
 */
export function json(
  options: Documentation & { readonly details?: SchemaObject } & Pick<Rule, 'check' | 'describedBy' | 'knownKeys'> = {},
): Rule<Record<string, unknown>> {
  const { details, check, describedBy, knownKeys, ...documentation } = options;
  const open = { type: 'object', additionalProperties: true };
  const printed = (): SchemaObject => (describedBy ? referenceTo(describedBy(), 'document') : (details ?? open));
  return {
    graphql: () => GraphQLJSONObject,
    ...(check === undefined ? {} : { check }),
    ...(describedBy === undefined ? {} : { describedBy }),
    ...(knownKeys === undefined ? {} : { knownKeys }),
    schema: (naming) => ({ ...(naming === 'document' ? printed() : open), ...documentation }),
  };
}

/** A JSON object that maps names to short texts or numbers. */
export function dictionary(
  documentation: Documentation & { readonly maxEntries: number },
): Rule<Readonly<Record<string, string | number>>> {
  const { maxEntries, ...more } = documentation;
  const value = { type: ['string', 'number'], maxLength: 2_000 };
  const schema = { type: 'object', maxProperties: maxEntries, additionalProperties: value, ...more };
  return { graphql: () => GraphQLJSONObject, schema: () => schema };
}

export function object<T extends object>(of: () => InputClass<T>, documentation: Documentation = {}): Rule<T> {
  return {
    graphql: of,
    of,
    schema: (naming) => ({ ...referenceTo(of(), naming), ...documentation }),
  };
}

export function list<Item>(
  item: Rule<Item>,
  limits: Documentation & { readonly max: number; readonly min?: number; readonly check?: Rule['check'] },
): Rule<Item[]> {
  const { max, min = 0, check, ...more } = limits;
  return {
    graphql: () => [item.graphql()],
    isList: true,
    ...(item.of === undefined ? {} : { of: item.of }),
    ...(item.describedBy === undefined ? {} : { describedBy: item.describedBy }),
    ...(check === undefined ? {} : { check }),
    schema: (naming) => ({ type: 'array', minItems: min, maxItems: max, items: item.schema(naming), ...more }),
  };
}

/** Most languages of one object. */
export const maxLanguages = 50;

/** A JSON object with the texts in each language, by BCP 47 tag; null in place of them takes that language out. */
export function byLanguage<T extends object>(of: () => InputClass<T>): Rule<Record<string, T | null>> {
  return {
    graphql: () => GraphQLJSONObject,
    of,
    isMap: true,
    check: tagFaults,
    schema: (naming) => ({
      type: 'object',
      maxProperties: maxLanguages,
      additionalProperties: orNull(referenceTo(of(), naming)),
      description:
        'Texts in other languages, by BCP 47 tag. Languages that are absent keep their texts; null deletes a language.',
    }),
  };
}

/** Each key is a language, and no two are the same one in another spelling. */
function tagFaults(map: Readonly<Record<string, unknown>>, pointer: string): Fault[] {
  const seen = new Set<string>();
  return Object.keys(map).flatMap((tag) => {
    const language = canonicalLanguage(tag);
    const here = `${pointer}/${escapeSegment(tag)}`;
    const name = tag.slice(0, 50);
    if (language === null) {
      return [{ pointer: here, code: 'format', detail: `${name} must be a BCP 47 language tag such as es-MX.` }];
    }
    if (seen.has(language)) return [{ pointer: here, code: 'format', detail: `${name} names ${language} once more.` }];
    seen.add(language);
    return [];
  });
}

/** Points at the schema of another input class, so that each is printed and compiled once. */
function referenceTo(inputClass: InputClass, naming: Naming): SchemaObject {
  return { $ref: schemaId(inputClass, naming) };
}

/** The name under which an input class's schema is registered. */
export function schemaId({ name }: InputClass, naming: Naming): string {
  return naming === 'document' ? componentRef(name).$ref : `${name}.${naming}`;
}

/** A reference to a schema by its name in the OpenAPI document. */
export function componentRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
