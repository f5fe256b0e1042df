// Prints the public contracts from the running code: schema.graphql, openapi.json and the types of its schemas,
// asyncapi.json and the types of its events. With --check it only compares, and fails when a committed file differs.
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { startApp } from '../dist/app.js';
import { catalogue } from '../dist/composition/modules.js';
import { loadConfig } from '../dist/config.js';
import { createSchema, printedSchema } from '../dist/kit/graphql/schema.js';
import { createLogger } from '../dist/kit/core/logging.js';

const config = loadConfig({ DATA_DIR: 'memory:', PORT: '0', LOG_LEVEL: 'error', SEED_DEMO: 'off' });
const app = await startApp(config, createLogger(config.logLevel));
const read = async (path) => await (await fetch(`http://127.0.0.1:${app.address.port}${path}`)).json();
const openApi = await read('/api/openapi.json');
const asyncApi = await read('/api/asyncapi.json');
await app.stop();

/** The types of schemas, as openapi-typescript makes them. */
async function typesOf(schemas) {
  const { openapi, info } = openApi;
  return await openapiTypes({ openapi, info, components: { schemas } }, { immutable: true });
}

/** The same types, each exported under its own name. */
function namedTypes(nodes) {
  const [{ type: schemas }] = nodes.find(({ name }) => name.text === 'components').members;
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const named = schemas.members.map((member) =>
    ts.setSyntheticLeadingComments(
      ts.factory.createTypeAliasDeclaration(exported, member.name, undefined, member.type),
      ts.getSyntheticLeadingComments(member),
    ),
  );
  return astToString(named).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
}

/** What says nothing about a type: a string, or a list of examples, and no property of that name. */
const isNote = (key, value) =>
  (['description', 'format'].includes(key) && typeof value === 'string') ||
  (key === 'examples' && Array.isArray(value));
const withoutNotes = JSON.parse(JSON.stringify(openApi.components.schemas), (key, value) =>
  isNote(key, value) ? undefined : value,
);

const contracts = {
  'schema.graphql': printedSchema(await createSchema(catalogue)),
  'openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
  'openapi.d.ts': astToString(await typesOf(withoutNotes)),
  'asyncapi.json': `${JSON.stringify(asyncApi, null, 2)}\n`,
  'events.d.ts': namedTypes(await typesOf(asyncApi.components.schemas)),
};
for (const [file, printed] of Object.entries(contracts)) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, printed);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== printed) {
    console.error(`${file} is out of date: run "npm run contracts" and commit what it writes.`);
    process.exitCode = 1;
  }
}
