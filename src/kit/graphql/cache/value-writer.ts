import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { currentBudget, longestResponse, tooLong } from '../../core/index.ts';
import type { SignLink } from '../../rights/index.ts';
import { type Fragments, selectedFields } from './selected-fields.ts';

/** The JSON text of a value. @throws Unwritable for a value that the type does not allow; AppError `OVER_BUDGET` for too long a text */
export type WriteValue = (value: unknown, sign: SignLink) => string;

/** Hands over to the executor: it finds what is wrong, and reports it at its place. */
export class Unwritable extends Error {}

/**
 * Writes the values of a field without the executor, where its selection has nothing but properties of rows: no
 * arguments, directives or methods. Null for other selections.
 */
export function valueWriter(type: GraphQLOutputType, node: FieldNode, fragments: Fragments): WriteValue | null {
  if (!isBare(node)) return null;
  const named = getNamedType(type);
  if (isLeafType(named)) return wrapped(type, (value) => JSON.stringify(named.serialize(value)));
  if (!isObjectType(named)) return null;
  const write = objectWriter(named, node, fragments);
  return write === null ? null : wrapped(type, write);
}

function isBare({ arguments: given = [], directives = [] }: FieldNode): boolean {
  return given.length === 0 && directives.length === 0;
}

/** Writes null and lists around what the named type is written by. */
function wrapped(type: GraphQLOutputType, write: WriteValue): WriteValue {
  const nullable = getNullableType(type);
  const present = isListType(nullable) ? listWriter(wrapped(nullable.ofType as GraphQLOutputType, write)) : write;
  const mustBe = isNonNullType(type);
  return (value, sign) => {
    if (value !== null && value !== undefined) return present(value, sign);
    if (mustBe) throw new Unwritable();
    return 'null';
  };
}

function listWriter(write: WriteValue): WriteValue {
  return (value, sign) => {
    if (!Array.isArray(value)) throw new Unwritable();
    currentBudget()?.spend('nodes', value.length);
    let text = '[';
    for (const item of value) {
      text += (text.length === 1 ? '' : ',') + write(item, sign);
      if (text.length > longestResponse) throw tooLong();
    }
    return `${text}]`;
  };
}

function objectWriter(type: GraphQLObjectType, { selectionSet }: FieldNode, fragments: Fragments): WriteValue | null {
  const fields = selectionSet === undefined ? null : selectedFields(selectionSet, type, fragments);
  if (fields === null) return null;
  const members: WriteValue[] = [];
  for (const [key, node] of fields) {
    const write = memberWriter(type, node, fragments);
    if (write === null) return null;
    const before = `${members.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    members.push((row, sign) => before + write(row, sign));
  }
  return (row, sign) => {
    let text = '';
    for (const write of members) text += write(row, sign);
    return `${text}}`;
  };
}

function memberWriter(type: GraphQLObjectType, node: FieldNode, fragments: Fragments): WriteValue | null {
  const name = node.name.value;
  if (name === '__typename') return () => JSON.stringify(type.name);
  const field = type.getFields()[name];
  if (field === undefined || field.extensions['isPlain'] !== true) return null;
  const write = valueWriter(field.type, node, fragments);
  if (write === null) return null;
  const valueOf = reader(field);
  return (row, sign) => write(valueOf(row as Row, sign), sign);
}

type Row = Readonly<Record<string, unknown>>;

/** What the resolver of a plain field gives: the property of its name, whose link may have to be signed. */
function reader({ name, extensions }: GraphQLField<unknown, unknown>): (row: Row, sign: SignLink) => unknown {
  const isOurs = extensions['isSigned'] as ((link: string) => boolean) | undefined;
  if (isOurs === undefined) return (row) => row[name];
  return (row, sign) => {
    const link = row[name] as string | null | undefined;
    return typeof link === 'string' && isOurs(link) ? sign(link) : link;
  };
}
