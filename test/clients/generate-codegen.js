// What `graphql-codegen` writes with the client preset and strict scalars for the operations of with-codegen.ts.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, parse } from 'graphql';

const schema = parse(await readFile('schema.graphql', 'utf8'));
const source = await readFile('with-codegen.ts', 'utf8');
const documents = [...source.matchAll(/graphql\(`([^`]*)`\)/g)].map(([, rawSDL], index) => ({
  location: `${index}.graphql`,
  document: parse(rawSDL),
  rawSDL,
}));
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: 'generated/codegen/',
  config: {
    strictScalars: true,
    scalars: { Decimal: 'string', DateTimeISO: 'string', JSONObject: 'Record<string, unknown>' },
    enumsAsTypes: true,
    emitLegacyCommonJSImports: false,
  },
  presetConfig: {},
  schema,
  schemaAst: buildASTSchema(schema),
  documents,
  plugins: [],
  pluginMap: {},
});
await mkdir('generated/codegen', { recursive: true });
for (const output of outputs) await writeFile(output.filename, await codegen(output));
