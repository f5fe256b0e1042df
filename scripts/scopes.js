// Writes the tables of docs/scopes.md from the scopes that the modules declare for their operations and objects.
// With --check it only compares, and fails when the committed file differs.
import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { catalogue } from '../dist/composition/modules.js';
import { createSchema } from '../dist/kit/graphql/schema.js';
import { markdownTable, writeParts } from './generated-document.js';

const { paths } = JSON.parse(await readFile('openapi.json', 'utf8'));
const operationIds = new Set(
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
);
const mutations = (await createSchema(catalogue)).getMutationType().getFields();
const anyone = 'none';

/** What a scope opens: operations of REST and fields of GraphQL, with the other scopes that they need. */
const opened = new Map();
for (const [operation, { scopes, fields }] of Object.entries(catalogue.operations)) {
  for (const scope of scopes.length === 0 ? [anyone] : scopes) {
    const { rest, graphql } = opened.get(scope) ?? { rest: [], graphql: [] };
    const others = scopes.filter((other) => other !== scope).map((other) => `\`${other}\``);
    const named = (name) => `\`${name}\`${others.length === 0 ? '' : ` (with ${others.join(', ')})`}`;
    if (operationIds.has(operation)) rest.push(named(operation));
    if (Object.hasOwn(mutations, operation)) graphql.push(named(`Mutation.${operation}`));
    graphql.push(...fields.map(named));
    opened.set(scope, { rest, graphql });
  }
}

const listed = (names) => (names.length === 0 ? '–' : names.join(', '));
const rows = [...opened]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([scope, { rest, graphql }]) => [scope === anyone ? anyone : `\`${scope}\``, listed(rest), listed(graphql)]);
const objects = Map.groupBy(catalogue.nodes.names, (name) => catalogue.nodes.scopeOf(name));
const objectRows = [...objects]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([scope, names]) => [`\`${scope}\``, listed(names.toSorted().map((name) => `\`${name}\``))]);

const whole = Object.entries(catalogue.operations).filter(([, { isWhole }]) => isWhole === true);

await writeParts(
  'docs/scopes.md',
  {
    operations: markdownTable(['scope', 'REST', 'GraphQL'], rows),
    'whole operations': listed(whole.map(([operation]) => `\`${operation}\``)),
    objects: markdownTable(['scope', 'objects'], objectRows),
  },
  'npm run scopes',
);
