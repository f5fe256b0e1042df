import type { SchemaObject } from 'ajv';
import type { Part } from '../reads.ts';
import { componentRef, decimalPattern } from '../../input/index.ts';
import { SignedLink } from '../../rights/index.ts';

/** A schema that the OpenAPI document has under its name. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly parts: readonly NamedSchema[];
}

/** One value of an answer: its JSON Schema, and how it is serialised. */
export interface Field {
  readonly schema: SchemaObject;
  readonly write: (value: unknown) => unknown;
  /** The documented name where it differs from the property's. */
  readonly rest?: string;
  readonly parts?: readonly NamedSchema[];
}

/**
 * What REST shows of a noun: only the listed properties, each always present. The schema that OpenAPI prints is made
 * from the same list, so that both always agree.
 */
export interface View<T> extends NamedSchema {
  readonly write: (value: T) => Record<string, unknown>;
}

/** A view that writes one property after the other, and needs no others. */
export interface PlainView<T> extends View<T> {
  /** The properties to read for it. */
  readonly shown: ReadonlySet<string>;
  readonly write: (value: Part<T>) => Record<string, unknown>;
}

/**
 * Shows each property but those that `Hidden` names.
 *
 * @param details what the schema says beyond its fields: how they depend on each other
 */
export function view<T extends object, Hidden extends keyof T = never>(
  name: string,
  fields: { readonly [Key in Exclude<keyof T, Hidden>]-?: Field } & { readonly [Key in Hidden]?: never },
  details: SchemaObject = {},
): PlainView<T> {
  const listed = Object.entries(fields as Record<string, Field>).map(([property, field]) => ({
    property,
    name: field.rest ?? property,
    ...field,
  }));
  return {
    name,
    parts: listed.flatMap(({ parts = [] }) => parts),
    shown: new Set(listed.map(({ property }) => property)),
    schema: {
      type: 'object',
      properties: Object.fromEntries(listed.map((field) => [field.name, field.schema])),
      required: listed.map((field) => field.name),
      additionalProperties: false,
      ...details,
    },
    // Each object gets its properties in the same order, which V8 writes faster than entries of a map.
    write: (value) => {
      const given = value as Readonly<Record<string, unknown>>;
      const shown: Record<string, unknown> = {};
      for (const { name: key, property, write } of listed) shown[key] = write(given[property]);
      return shown;
    },
  };
}

const asIs = (value: unknown): unknown => value;

export const text: Field = { schema: { type: 'string' }, write: asIs };
/** A link. @param isOurs which values name a file of this server, whose link is signed in the answer */
export function signedLink(isOurs: (value: string) => boolean): Field {
  return { ...text, write: (value) => (isOurs(value as string) ? new SignedLink(value as string) : value) };
}

export const id: Field = { schema: { type: 'string', format: 'uuid' }, write: asIs };
export const integer: Field = { schema: { type: 'integer' }, write: asIs };
/** A number with or without a fraction. */
export const decimal: Field = { schema: { type: 'number' }, write: asIs };
/** A decimal number as text, with all its digits. */
export const decimalText: Field = {
  schema: { type: 'string', format: 'decimal', pattern: decimalPattern },
  write: asIs,
};
export const flag: Field = { schema: { type: 'boolean' }, write: asIs };
/** A JSON object with keys that the schema does not list. */
export const json: Field = { schema: { type: 'object', additionalProperties: true }, write: asIs };
/** A Date, written in UTC as RFC 3339 with milliseconds. */
export const time: Field = {
  schema: { type: 'string', format: 'date-time' },
  write: (value) => (value as Date).toISOString(),
};

/** Problem details, for answers that report several results at once. */
export const problem: Field = { schema: componentRef('Problem'), write: asIs };

export function oneOf(values: Readonly<Record<string, string>>): Field {
  return { schema: { type: 'string', enum: Object.values(values) }, write: asIs };
}

/** Another view; OpenAPI refers to it by name. */
export function nested<T extends object>(of: View<T>): Field {
  return {
    schema: componentRef(of.name),
    write: (value) => of.write(value as T),
    parts: [of],
  };
}

export function list(item: Field): Field {
  return {
    ...item,
    schema: { type: 'array', items: item.schema },
    write: (value) => (value as readonly unknown[]).map(item.write),
  };
}

export function nullable(field: Field): Field {
  return {
    ...field,
    schema: { anyOf: [field.schema, { type: 'null' }] },
    write: (value) => (value === undefined || value === null ? null : field.write(value)),
  };
}

/** The same field under its documented REST name. */
export function named(rest: string, field: Field): Field {
  return { ...field, rest };
}
