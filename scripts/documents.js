// Writes `<name>.graphql.ts` beside each `<name>.graphql` of the console: its operations as texts with the types of their
// variables and results. With --check it only compares, and fails when a committed file differs.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildASTSchema, Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql';

const root = 'src/web/console';
const schema = parse(readFileSync('schema.graphql', 'utf8'));
const schemaAst = buildASTSchema(schema);
const files = globSync(`${root}/**/*.graphql`)
  .toSorted()
  .map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }));
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

for (const { location, document } of files) {
  const fragments = new Map(
    document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
  const types = await codegen({
    filename: `${location}.ts`,
    schema,
    schemaAst,
    documents: [{ location, document }],
    config,
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
  const operations = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const { value } = operation.name;
      const kind = `${operation.operation[0].toUpperCase()}${operation.operation.slice(1)}`;
      const text = textOf(operation, fragments).replaceAll('\\', '\\\\').replaceAll('`', '\\`');
      return `export const ${value}Document = operation<${value}${kind}, ${value}${kind}Variables>(\n  \`${text}\`,\n);\n`;
    });
  const api = path.relative(path.dirname(location), `${root}/api/operation.ts`);
  const from = api.startsWith('.') ? api : `./${api}`;
  const written = [
    `// Written by "npm run documents" from ${path.basename(location)}.`,
    `import { operation } from '${from}';`,
    types.trim(),
    ...operations,
  ].join('\n\n');
  const file = `${location}.ts`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, written);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== written) {
    console.error(`${file} is out of date: run "npm run documents" and commit what it writes.`);
    process.exitCode = 1;
  }
}
