import path from 'node:path';
import { expect, test } from '@jest/globals';
import spectralCore from '@stoplight/spectral-core';
import { ESLint } from 'eslint';
import { openApiRules } from '../../scripts/openapi-rules.js';
import { root } from '../helpers/documents.ts';

const own = new Set(['naming-convention', 'require-description'].map((rule) => `@graphql-eslint/${rule}`));

/** What the rules with settings of our own say of a schema. */
async function faultsOf(schema: string): Promise<string[]> {
  const [result] = await new ESLint({ cwd: root }).lintText(schema, { filePath: path.join(root, 'schema.graphql') });
  return (result?.messages ?? [])
    .filter(({ ruleId, fatal }) => fatal === true || own.has(String(ruleId)))
    .map(({ message }) => message);
}

/** A type with one member, both described. */
const typeWith = (member: string, name = 'Roof', kind = 'type'): string =>
  `"A roof." ${kind} ${name} { "${member.includes('Int') ? 'How many there are.' : 'What it is.'}" ${member} }`;

test.each([
  typeWith('isFlat: Boolean!'),
  typeWith('tileCount: Int!'),
  typeWith('flat_roof', 'ErrorReason', 'enum'),
  typeWith('FLAT_ROOF', 'RoofKind', 'enum'),
  typeWith('roofs: [String!]', 'Query'),
  typeWith('isFlat: Boolean', 'RoofInput', 'input'),
])('GraphQL-ESLint takes %s', async (schema) => {
  expect(await faultsOf(schema)).toEqual([]);
});

test.each([
  ['a type that is not PascalCase', typeWith('color: String', 'flat_roof'), 'PascalCase'],
  ['a field that is not camelCase', typeWith('tile_color: String'), 'camelCase'],
  ['a boolean that is no question', typeWith('flat: Boolean!'), 'required pattern'],
  ['a boolean of an input that is no question', typeWith('flat: Boolean', 'RoofInput', 'input'), 'required pattern'],
  ['a count without its name', typeWith('tiles: Int!'), 'required pattern'],
  ['a value of an enum that is not upper case', typeWith('flatRoof', 'RoofKind', 'enum'), 'UPPER_CASE'],
  ['a reason that is not snake_case', typeWith('FLAT_ROOF', 'ErrorReason', 'enum'), 'snake_case'],
  ['a query that begins with get', typeWith('getRoofs: [String!]', 'Query'), 'forbidden pattern'],
  ['a query that begins with list', typeWith('listRoofs: [String!]', 'Query'), 'forbidden pattern'],
  ['an input without its suffix', typeWith('color: String', 'RoofSelector', 'input'), 'suffixes'],
  ['an output with the suffix of inputs', typeWith('color: String', 'RoofInput'), 'suffix'],
  ['a field without a description', '"A roof." type Roof { color: String }', 'Description is required'],
])('GraphQL-ESLint refuses %s', async (_, schema, fault) => {
  expect(await faultsOf(schema)).toEqual([expect.stringContaining(fault)]);
});

/** The rules of ours that a document breaks. */
async function brokenBy(document: object): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ rules: openApiRules });
  return (await linter.run({ ...document })).map(({ code }) => String(code));
}

const object = (properties: object): object => ({ type: 'object', properties });
const components = (properties: object): object => ({ components: { schemas: { Roof: object(properties) } } });
const operation = (operationId: string, schema: object, parameters: object[] = []): object => ({
  ...components({}),
  paths: {
    '/roofs': {
      get: { operationId, parameters, responses: { 200: { content: { 'application/json': { schema } } } } },
    },
  },
});
const roof = object({ roof: { $ref: '#/components/schemas/Roof' } });
const uuid = { type: 'string', format: 'uuid' };

test('Spectral takes names that keep the rules', async () => {
  const names = { id: uuid, deckId: uuid, isFlat: { type: 'boolean' }, first_name: { type: 'string' } };
  expect(await brokenBy(components(names))).toEqual([]);
  expect(await brokenBy(operation('getRoof', roof, [{ name: 'roofId', in: 'path' }]))).toEqual([]);
});

test.each([
  ['property-camel-case', components({ tile_color: { type: 'string' } })],
  ['boolean-is-a-question', components({ flat: { type: 'boolean' } })],
  ['id-has-a-name', components({ deck: uuid })],
  ['id-of-its-own-object', components({ deck: object({ id: uuid }) })],
  ['operation-id-camel-case', operation('get_roof', roof)],
  ['operation-id-camel-case', operation('roof', roof)],
  ['parameter-camel-case', operation('getRoof', roof, [{ name: 'id', in: 'path' }])],
  ['parameter-camel-case', operation('getRoof', roof, [{ name: 'roof_id', in: 'query' }])],
  ['answer-is-wrapped', operation('getRoof', { $ref: '#/components/schemas/Roof' })],
])('Spectral names what breaks %s', async (rule, document) => {
  expect(await brokenBy(document)).toEqual([rule]);
});

test('each rule of Spectral has a document that breaks it', () => {
  expect(Object.keys(openApiRules).toSorted()).toEqual([
    'answer-is-wrapped',
    'boolean-is-a-question',
    'id-has-a-name',
    'id-of-its-own-object',
    'operation-id-camel-case',
    'parameter-camel-case',
    'property-camel-case',
  ]);
});
