import { GraphQLJSONObject } from 'graphql-scalars';
import { Float, ID, Int } from 'type-graphql';
import { DateTimeISO, Decimal } from '../../input/index.ts';
import {
  decimal,
  decimalText,
  type Field,
  flag,
  id,
  integer,
  json,
  list,
  named,
  nullable,
  oneOf,
  signedLink,
  text,
  time,
} from './view.ts';
import {
  type Attribute,
  type Attributes,
  isOptionalInTranslation,
  isTranslated,
  attributeNames,
  type TranslatedNames,
  type TranslationShape,
} from './attribute.ts';

/** How values of one GraphQL type are stored and written. */
interface Kind {
  /** Column type, as MikroORM names it. */
  readonly column: string;
  /** Digits of the fraction of a second in the column. */
  readonly length?: number;
  /** REST field; structures have none of their own. */
  readonly field?: Field;
}

const scalars = new Map<unknown, Kind>([
  [String, { column: 'text', field: text }],
  [ID, { column: 'uuid', field: id }],
  [Int, { column: 'integer', field: integer }],
  [Float, { column: 'double', field: decimal }],
  [Boolean, { column: 'boolean', field: flag }],
  [Decimal, { column: 'text', field: decimalText }],
  [DateTimeISO, { column: 'Date', length: 3, field: time }],
  [GraphQLJSONObject, { column: 'json', field: json }],
]);

function kindOf(type: unknown): Kind {
  const scalar = scalars.get(type);
  if (scalar !== undefined) return scalar;
  if (Array.isArray(type)) {
    const { field } = kindOf(type[0]);
    return { column: 'json', ...(field === undefined ? {} : { field: list(field) }) };
  }
  if (typeof type === 'function') return { column: 'json' };
  return { column: 'text', field: oneOf(type as Readonly<Record<string, string>>) };
}

/** The column of an attribute, as MikroORM describes it. */
export function columnOf({ rule }: Attribute): { readonly type: string; readonly length?: number } {
  const { column: type, length } = kindOf(rule.graphql());
  return length === undefined ? { type } : { type, length };
}

/**
 * The REST fields of attributes, for a `view`.
 *
 * @throws Error for a structure without `output.view`: the start fails
 */
export function viewOf<Set extends Attributes>(set: Set): { readonly [Name in keyof Set]: Field } {
  const entries = Object.entries(set).map(([name, one]) => [name, fieldOf(name, one)] as const);
  return Object.fromEntries(entries) as { [Name in keyof Set]: Field };
}

/** The REST fields of a translation. */
export function translationViewOf<Set extends Attributes>(
  set: Set,
): { readonly [Name in TranslatedNames<Set>]: Field } {
  const entries = attributeNames(set, isTranslated).map((name) => {
    const one = set[name] as Attribute;
    const isNullable = isOptionalInTranslation(one);
    if (one.translated === true) return [name, fieldOf(name, one, isNullable)];
    const { view } = one.translated as TranslationShape;
    return [name, isNullable ? nullable(view) : view];
  });
  return Object.fromEntries(entries) as { [Name in TranslatedNames<Set>]: Field };
}

function fieldOf(name: string, one: Attribute, isNullable = one.nullable === true): Field {
  const { rule, output, rest } = one;
  const ownView = output?.isSigned === undefined ? output?.view : signedLink(output.isSigned);
  const field = ownView ?? kindOf(rule.graphql()).field;
  if (field === undefined) throw new Error(`The attribute ${name} is a structure: give its output a view.`);
  const written = isNullable ? nullable(field) : field;
  return rest === undefined ? written : named(rest, written);
}
