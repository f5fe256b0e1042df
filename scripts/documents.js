// Writes `<name>.graphql.ts` beside each `<name>.graphql` of the console: its operations as texts with the types of their
// variables and results. The inputs and enums that they name stand once, in `api/schema.graphql.ts`. A document that does not
// fit the schema is refused. Nothing is written while these modules are newer than what they are made of.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import {
  buildASTSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { areCurrent } from './built-files.js';

const root = 'src/web/console';
const schemaTypesFile = `${root}/api/schema.graphql.ts`;
const sources = globSync(`${root}/**/*.graphql`).toSorted();
const written = [schemaTypesFile, ...sources.map((location) => `${location}.ts`)];
for (const file of new Set(globSync(`${root}/**/*.graphql.ts`)).difference(new Set(written))) rmSync(file);
if (areCurrent(written, [...sources, 'schema.graphql', 'scripts/documents.js', 'package-lock.json'])) process.exit();

const schema = parse(readFileSync('schema.graphql', 'utf8'));
const schemaAst = buildASTSchema(schema);
const files = sources.map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }));
const config = {
  strictScalars: true,
  scalars: { Decimal: 'string', DateTimeISO: 'string', JSONObject: 'Record<string, unknown>' },
  enumType: 'string-literal',
  immutableTypes: true,
  useTypeImports: true,
  skipTypename: true,
  mergeFragmentTypes: true,
};

/** A definition with the fragments that it spreads, as one text without spaces that mean nothing. */
function textOf(definition, fragments) {
  const needed = new Map();
  const collect = (node) =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value);
        if (fragment === undefined) throw new Error(`There is no fragment ${value} in the same file`);
        if (needed.has(value)) return;
        needed.set(value, fragment);
        collect(fragment);
      },
    });
  collect(definition);
  return [definition, ...needed.values()].map((node) => stripIgnoredCharacters(print(node))).join(' ');
}

/** @returns the types of a document, as the generator writes them with their imports */
async function typesOf(location, document, settings) {
  const types = await codegen({
    filename: `${location}.ts`,
    schema,
    schemaAst,
    documents: [{ location, document }],
    config: { ...config, ...settings },
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
  return types.trim();
}

/** @returns the names of the inputs and enums that documents name */
function namedSchemaTypes() {
  const names = new Set();
  const add = (type) => {
    const named = getNamedType(type);
    if (isEnumType(named) || isInputObjectType(named)) names.add(named.name);
  };
  for (const { document } of files) {
    const info = new TypeInfo(schemaAst);
    const visitor = { VariableDefinition: () => add(info.getInputType()), Field: () => add(info.getType()) };
    visit(document, visitWithTypeInfo(info, visitor));
  }
  return [...names];
}

/** @returns the inputs and enums of all documents: the generator writes those of an operation's variables before its own types */
async function schemaTypes() {
  const variables = namedSchemaTypes().map((name, at) => `$v${at}: ${name}`);
  const document = parse(`query All(${variables.join(' ')}) { __typename }`);
  const types = await typesOf('all documents', document, {});
  return types
    .slice(types.indexOf('\n', types.indexOf('type Incremental')), types.indexOf('export type AllQuery'))
    .trim();
}

function write(file, parts) {
  writeFileSync(file, `${parts.join('\n\n')}\n`);
}

/** @returns what a module in the folder of a document imports another file by */
function importPath(location, file) {
  const relative = path.relative(path.dirname(location), file);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

write(schemaTypesFile, ['// Written by "npm run documents".', await schemaTypes()]);
for (const { location, document } of files) {
  const fragments = new Map(
    document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
  const settings = { importSchemaTypesFrom: `./${schemaTypesFile}`, importExtension: '.ts' };
  const types = await typesOf(location, document, settings);
  const operations = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const { value } = operation.name;
      const kind = `${operation.operation[0].toUpperCase()}${operation.operation.slice(1)}`;
      const text = textOf(operation, fragments).replaceAll('\\', '\\\\').replaceAll('`', '\\`');
      return `export const ${value}Document = operation<${value}${kind}, ${value}${kind}Variables>(\n  \`${text}\`,\n);`;
    });
  write(`${location}.ts`, [
    `// Written by "npm run documents" from ${path.basename(location)}.`,
    `import { operation } from '${importPath(location, `${root}/api/operation.ts`)}';`,
    types,
    ...operations,
  ]);
}
