import type { SchemaObject } from 'ajv';
import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  isEnumType,
} from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { isJsonObject } from '../core/index.ts';
import { DateTimeISO, Decimal, decimalPattern } from '../input/index.ts';

/** How a value of an event's data is shown, and which values can be shown so. */
interface Shown {
  readonly type: GraphQLScalarType | GraphQLEnumType | GraphQLList<GraphQLOutputType>;
  readonly fits: (value: unknown) => boolean;
}

/** A member of an event's data. */
export interface DataMember {
  readonly name: string;
  readonly description: string | undefined;
  readonly type: GraphQLOutputType;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** JSON Schemas without choices, by their type and form. A number beyond the type of GraphQL does not fit. */
const scalars: Readonly<Record<string, Shown>> = {
  'string uuid': { type: GraphQLID, fits: isText },
  'string date-time': {
    type: DateTimeISO,
    fits: (value) => isText(value) && canShow(DateTimeISO, value),
  },
  'string decimal': { type: Decimal, fits: (value) => isText(value) && canShow(Decimal, value) },
  string: { type: GraphQLString, fits: isText },
  integer: { type: GraphQLInt, fits: (value) => typeof value === 'number' && canShow(GraphQLInt, value) },
  number: { type: GraphQLFloat, fits: (value) => typeof value === 'number' },
  boolean: { type: GraphQLBoolean, fits: (value) => typeof value === 'boolean' },
  object: { type: GraphQLJSONObject, fits: isJsonObject },
};

function canShow(type: GraphQLScalarType, value: unknown): boolean {
  try {
    type.serialize(value);
    return true;
  } catch {
    return false;
  }
}

/** Finds the GraphQL types of the members of events' data. Choices are an enum of the schema where one has the same values. */
export class DataValues {
  readonly #enums: ReadonlyMap<string, GraphQLEnumType>;

  constructor(schema: GraphQLSchema) {
    const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
    this.#enums = new Map(enums.map((type) => [keyOf(type.getValues().map(({ value }) => value as unknown)), type]));
  }

  /** @throws Error for a schema that has no type in GraphQL: the start fails */
  membersOf(eventType: string, { properties }: SchemaObject): DataMember[] {
    return Object.entries(properties as Readonly<Record<string, SchemaObject>>).map(([name, schema]) => {
      const { of, isNullable } = withoutNull(schema);
      const { type, fits } = this.#shown(of, `${eventType}.${name}`);
      return {
        name,
        description: schema['description'] as string | undefined,
        type: isNullable ? type : new GraphQLNonNull(type),
        fits: isNullable ? (value) => value === null || fits(value) : fits,
      };
    });
  }

  #shown({ type, format, pattern, enum: choices, items }: SchemaObject, place: string): Shown {
    if (choices !== undefined) {
      const known = new Set<unknown>(choices as unknown[]);
      return { type: this.#enums.get(keyOf([...known])) ?? GraphQLString, fits: (value) => known.has(value) };
    }
    if (type === 'array') {
      const item = this.#shown(items as SchemaObject, place);
      return {
        type: new GraphQLList(new GraphQLNonNull(item.type)),
        fits: (value) => Array.isArray(value) && value.every(item.fits),
      };
    }
    // Validators of receivers refuse a format that they do not know, so decimal text is named by its pattern.
    const form: unknown = pattern === decimalPattern ? 'decimal' : format;
    const shown = scalars[[type, form].filter((word) => word !== undefined).join(' ')];
    if (shown === undefined) throw new Error(`${place} has a JSON Schema without a GraphQL type: see event-values.ts.`);
    return shown;
  }
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String).toSorted((one, other) => (one < other ? -1 : 1)));
}

/** Null stands in `anyOf` or in `type`. */
function withoutNull(schema: SchemaObject): { of: SchemaObject; isNullable: boolean } {
  const { anyOf, type } = schema as { anyOf?: readonly SchemaObject[]; type?: unknown };
  const alternatives =
    anyOf ?? (Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : [schema]);
  const [of = schema, ...others] = alternatives.filter((one) => one['type'] !== 'null');
  return { of: others.length === 0 ? of : schema, isNullable: of !== schema };
}
