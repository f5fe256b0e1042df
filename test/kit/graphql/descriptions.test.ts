import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** A type with all that it declares, by their full names. */
function declared(type: GraphQLNamedType): Described[] {
  const inside = (one: Described, within: string): Described => ({ ...one, name: `${within}.${one.name}` });
  if (isEnumType(type)) return [type, ...type.getValues().map((value) => inside(value, type.name))];
  if (isInputObjectType(type)) {
    return [type, ...Object.values(type.getFields()).map((field) => inside(field, type.name))];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [type];
  return [
    type,
    ...Object.values(type.getFields()).flatMap((field) => [
      inside(field, type.name),
      ...field.args.map((argument) => inside(argument, `${type.name}.${field.name}`)),
    ]),
  ];
}

/** Their names say what they are. */
const roots = new Set(['Query', 'Mutation', 'Subscription']);

test('the schema describes every type, field, argument and value', () => {
  const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'schema.graphql'), 'utf8'));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const all = types.flatMap(declared);
  expect(all.length).toBeGreaterThan(500);
  const bare = all.filter(({ name, description }) => !description?.trim() && !roots.has(name));
  expect(bare.map(({ name }) => name)).toEqual([]);
});
