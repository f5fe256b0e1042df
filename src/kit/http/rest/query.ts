import type { SchemaObject } from 'ajv';
import type { Fault } from '../../core/index.ts';
import {
  escapeSegment,
  mostUnknownKeys,
  rejectFaults,
  rejectUnsafe,
  schemaCheck,
  unknownAmong,
  type UnknownKey,
} from '../../input/index.ts';

/** What a parameter of each JSON Schema type is read as. */
interface QueryValueTypes {
  readonly string: string;
  readonly integer: number;
  readonly boolean: boolean;
  /** Repeated, or separated by commas. */
  readonly array: readonly string[];
}

interface QuerySchema<Type> extends SchemaObject {
  readonly type: Type;
}

/** Declares one query parameter of a route. */
export interface QueryParameter<Type extends keyof QueryValueTypes = keyof QueryValueTypes> {
  readonly schema: QuerySchema<Type>;
  readonly description: string;
  /** Only for the OpenAPI document: the use case rejects a request without it. */
  readonly required?: boolean;
  /** The name of its component in the OpenAPI document, for a parameter that several operations take. */
  readonly shared?: string;
}

/** Declares a time with its zone: the use case reads it with `requireTime`. */
export function timeQuery(description: string): QueryParameter<'string'> {
  return { schema: { type: 'string', format: 'date-time' }, description };
}

/** The query parameters of a route, by name. */
export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** The query parameters of links that work without a key: `SignedLinks` reads them. */
export const signedQuery = {
  expires: {
    shared: 'Expires',
    schema: { type: 'integer' },
    description: 'When a signed link ends to work, in seconds since 1970: as the link has it.',
  },
  signature: {
    shared: 'Signature',
    schema: { type: 'string' },
    description: 'Makes the link work without a key until it expires: as the link has it.',
  },
} satisfies QueryParameters;

/** What a route without query parameters declares. */
export type NoQuery = Readonly<Record<string, never>>;

interface OneOf<Value> {
  readonly enum: readonly Value[];
}

type ValueOf<Schema extends QueryParameter['schema']> =
  Schema extends OneOf<infer Value>
    ? Value
    : Schema extends { readonly items: OneOf<infer Item> }
      ? readonly Item[]
      : QueryValueTypes[Schema['type']];

/** The values that a handler receives for the parameters that its route declares; absent ones are undefined. */
export type QueryOf<Declared extends QueryParameters> = {
  readonly [Name in keyof Declared]?: ValueOf<Declared[Name]['schema']>;
};

export interface QueryReader {
  /** @throws AppError `INVALID_INPUT` naming every parameter that breaks a rule, or that the route does not know */
  readonly read: (search: URLSearchParams) => object;
}

/** What clients add to defeat caches, as jQuery does: nobody means a filter by it. */
const cacheBuster = '_';

/**
 * Reads the query of a route by what the route declares. Every route refuses what it does not declare: a mistyped
 * parameter would answer something else than what was requested, and who sends `dry_run=true` does not want the change.
 */
export function queryReader(declared: QueryParameters): QueryReader {
  const parameters = Object.entries(declared);
  const names = parameters.map(([name]) => name);
  const check = schemaCheck({
    type: 'object',
    properties: Object.fromEntries(parameters.map(([name, { schema }]) => [name, schema])),
  });
  return {
    read: (search) => {
      const unknown = unknownAmong(new Set(search.keys()), names).take(mostUnknownKeys).toArray();
      rejectFaults(unknown.flatMap((one) => unknownFaults(one, names)));
      rejectFaults(parameters.flatMap(([name, parameter]) => repetitionFaults(name, parameter, search.getAll(name))));
      const given = parameters.filter(([name]) => search.has(name));
      const values = Object.fromEntries(given.map(([name, it]) => [name, parse(search.getAll(name), typeOf(it))]));
      rejectUnsafe(values);
      rejectFaults(check(values, ''));
      return values;
    },
  };
}

function unknownFaults({ path: [name = ''], nearest }: UnknownKey, known: readonly string[]): Fault[] {
  if (name === cacheBuster) return [];
  const shown = name.slice(0, 100).toWellFormed();
  const hint = nearest === null ? '.' : `; did you mean ${nearest}?`;
  const taken = known.length === 0 ? 'no parameters: leave it out, or send a field in the body' : known.join(', ');
  const detail = `${shown} is no parameter of this operation${hint} It takes ${taken}.`;
  return [{ pointer: `/${escapeSegment(shown)}`, code: 'unknown', detail }];
}

function typeOf({ schema }: QueryParameter): keyof QueryValueTypes {
  return schema.type;
}

function repetitionFaults(name: string, parameter: QueryParameter, texts: readonly string[]): Fault[] {
  if (texts.length < 2 || typeOf(parameter) === 'array') return [];
  return [{ pointer: `/${name}`, code: 'format', detail: `${name} must be given once, not ${texts.length} times.` }];
}

/** A value that does not parse stays text: the schema then reports it with the rule that it breaks. */
function parse(texts: readonly string[], type: keyof QueryValueTypes): unknown {
  if (type === 'array') return texts.flatMap((text) => text.split(',')).map((item) => item.trim());
  const [text = ''] = texts;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
