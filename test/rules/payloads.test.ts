import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { buildSchema, GraphQLObjectType, isNonNullType, isObjectType } from 'graphql';

const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '../../schema.graphql'), 'utf8'));

test('every mutation gives an object type of its own, which is named after it and has a member that is never null', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(mutations.length).toBeGreaterThan(50);
  for (const { name, type } of mutations) {
    const expected = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
    expect([name, String(type)]).toEqual([name, expected]);
    if (!(type instanceof GraphQLObjectType)) throw new Error(`${name} gives no object type.`);
    const members = Object.values(type.getFields());
    const isWhole = members.some((member) => isNonNullType(member.type)) || name === 'refreshAuthorization';
    expect([name, isWhole]).toEqual([name, true]);
  }
});

test('a payload is the result of its mutation alone', () => {
  const payloads = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Payload'));
  for (const owner of Object.values(schema.getTypeMap())) {
    if (!isObjectType(owner) || owner === schema.getMutationType()) continue;
    const used = Object.values(owner.getFields()).filter(({ type }) =>
      payloads.some(({ name }) => name === String(type)),
    );
    expect([owner.name, used.map(({ name }) => name)]).toEqual([owner.name, []]);
  }
});
