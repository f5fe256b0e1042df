// Prints the public contracts from the running code: schema.graphql and openapi.json, and the types of its schemas.
// With --check it only compares, and fails when a committed file differs.
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { startApp } from '../dist/app.js';
import { catalogue } from '../dist/composition/modules.js';
import { loadConfig } from '../dist/config.js';
import { createSchema, printedSchema } from '../dist/kit/graphql/schema.js';
import { createLogger } from '../dist/kit/core/logging.js';

const config = loadConfig({ DATA_DIR: 'memory:', PORT: '0', LOG_LEVEL: 'error', SEED_DEMO: 'off' });
const app = await startApp(config, createLogger(config.logLevel));
const openApi = await (await fetch(`http://127.0.0.1:${app.address.port}/api/openapi.json`)).json();
await app.stop();

/** What says nothing about a type: a string, or a list of examples, and no property of that name. */
const isNote = (key, value) =>
  (['description', 'format'].includes(key) && typeof value === 'string') ||
  (key === 'examples' && Array.isArray(value));
const { schemas } = JSON.parse(JSON.stringify(openApi.components), (key, value) =>
  isNote(key, value) ? undefined : value,
);
const types = await openapiTypes(
  { openapi: openApi.openapi, info: openApi.info, components: { schemas } },
  { immutable: true },
);

const contracts = {
  'schema.graphql': printedSchema(await createSchema(catalogue.resolvers)),
  'openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
  'openapi.d.ts': astToString(types),
};
for (const [file, printed] of Object.entries(contracts)) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, printed);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== printed) {
    console.error(`${file} is out of date: run "npm run contracts" and commit what it writes.`);
    process.exitCode = 1;
  }
}
