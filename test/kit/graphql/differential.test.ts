import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import {
  buildSchema,
  type DocumentNode,
  getNamedType,
  type GraphQLNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  OperationTypeNode,
  parse,
  print,
  validate,
} from 'graphql';
import ts from 'typescript';
import { request } from 'undici';
import { createPresentation, createSubscription } from '../../helpers/factories.ts';
import { forGraphqlJs, withoutSchema } from '../../helpers/graphql-js.ts';
import { seeded } from '../../helpers/seeded.ts';
import { useApp } from '../../helpers/test-app.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
const app = useApp({ SEED_DEMO: 'on', SPEECH: 'none' });
const variables = { yes: true, no: false };
/** Selections by chance; SELECTIONS asks for more. */
const selections = Number(process.env['SELECTIONS'] ?? 60);
let deckId = '';
/** Fields of the root by which selections by chance begin. */
let beginnings: readonly string[] = [];

beforeAll(async () => {
  const { decks } = await app.graphql.data<{ decks: { nodes: { id: string }[] } }>('{ decks { nodes { id } } }');
  deckId = decks.nodes[0]?.id ?? '';
  const measured = { price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 } };
  const { id: presentation } = await createPresentation(app.rest, deckId, measured);
  const { body } = await app.rest.post<{ contract: { id: string } }>(
    `/api/presentations/${presentation}/contracts`,
    {},
  );
  await createSubscription(app.rest, { eventType: 'roof.seen' });
  await app.rest.post('/api/events', { type: 'roof.seen', deckId, data: { slopes: [1, 2] } });
  await app.logSettled();
  beginnings = [
    `deck(id: "${deckId}")`,
    `presentation(id: "${presentation}")`,
    `contract(id: "${body.contract.id}")`,
    `node(id: "${presentation}")`,
    `nodes(ids: ["${deckId}", "${presentation}", "01900000-0000-7000-8001-0000000000ff"])`,
    'decks(first: 2)',
    'presentations',
    'contracts',
    'events(first: 5)',
    'subscriptions',
    'deliveries(first: 3)',
    'eventTypes',
  ];
});

/** The text of a literal with the id of a deck in place of what a test fills in. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression, filled: string): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => filled + literal.text).join('');
}

/** Every query of the tests that runs without variables of its own. */
function queriesOfTheSuite(filled: string): DocumentNode[] {
  const found = new Map<string, DocumentNode>();
  for (const file of globSync('test/**/*.ts', { cwd: root })) {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const look = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const text = textOf(node, filled).replaceAll('"%"', `"${filled}"`);
        const document = queryIn(text);
        if (document !== null) found.set(print(document), document);
      }
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return [...found.values()];
}

function queryIn(text: string): DocumentNode | null {
  // What asks about the schema is left to graphql-js.
  if (!text.includes('{') || /__schema|__type\b/.test(text)) return null;
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch {
    return null;
  }
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  const isQuery = operations.length === 1 && operation?.operation === OperationTypeNode.QUERY;
  const isWhole = (operation?.variableDefinitions ?? []).every(({ defaultValue }) => defaultValue !== undefined);
  return isQuery && isWhole && validate(schema, document).length === 0 ? document : null;
}

async function answer(query: string, given: object = {}): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const sent = JSON.stringify({ query, variables: given });
  const { body } = await request(`${app.base}/graphql`, { method: 'POST', headers, body: sent });
  // Each request has an id of its own, and what makes graphql-js execute a query has its price.
  return (await body.text()).replaceAll(/"requestId":"[^"]*"|"computed":\d+|costs [\d,]+/g, '');
}

/** What graphql-js answers, without what makes it execute the query. */
async function reference(query: string, given?: object): Promise<string> {
  return withoutSchema(await answer(forGraphqlJs(query), given));
}

const conditions = ['@include(if: $yes)', '@include(if: $no)', '@skip(if: $no)', '@skip(if: $yes) @include(if: $yes)'];

/** A selection that asks for some fields of a type: some by another name, on a condition or in a fragment. */
function selectionOf(type: GraphQLNamedType, depth: number, random: () => number): string {
  const maybe = (text: string): string =>
    random() < 0.15 ? `${text} ${conditions[Math.floor(random() * conditions.length)]}` : text;
  if (isAbstractType(type)) {
    const types = schema.getPossibleTypes(type).filter(() => random() < 0.3);
    const of = types.map((one) => `... on ${one.name} { ${selectionOf(one, depth, random)} }`);
    return ['__typename', ...of].join(' ');
  }
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const parts = fields.flatMap((field) => {
    const of = getNamedType(field.type);
    const isSelected = random() < 0.5 && !field.args.some(isRequiredArgument);
    if (!isSelected || (!isLeafType(of) && depth === 0)) return [];
    const named = random() < 0.25 ? `x${Math.floor(random() * 1_000_000)}: ${field.name}` : field.name;
    const paged = field.args.some(({ name }) => name === 'first') ? `${named}(first: 3)` : named;
    const text = isLeafType(of) ? maybe(paged) : `${maybe(paged)} { ${selectionOf(of, depth - 1, random)} }`;
    return [random() < 0.2 ? `${maybe(`... on ${type.name}`)} { ${text} }` : text];
  });
  return ['__typename', ...parts].join(' ');
}

/** A query by chance for one of the beginnings. */
function queryOf(seed: number): string {
  const random = seeded(seed);
  const beginning = beginnings[seed % beginnings.length] ?? '';
  const field = schema.getQueryType()?.getFields()[/^\w+/.exec(beginning)?.[0] ?? ''];
  if (field === undefined) throw new Error(beginning);
  const selection = selectionOf(getNamedType(field.type), 3, random);
  return `query ($yes: Boolean = true, $no: Boolean = false) { yes: __typename @include(if: $yes) no: __typename @include(if: $no) ${beginning} { ${selection} } }`;
}

test('every query of the suite is answered as graphql-js answers it, to the byte', async () => {
  const queries = queriesOfTheSuite(deckId);
  expect(queries.length).toBeGreaterThan(100);
  for (const document of queries) {
    const query = print(document);
    const whole = await reference(query);
    // At first the texts are written, then they are read.
    expect([query, await answer(query)]).toEqual([query, whole]);
    expect([query, await answer(query)]).toEqual([query, whole]);
  }
});

test('selections by chance are answered as graphql-js answers them, to the byte', async () => {
  let compared = 0;
  for (let seed = 1; seed <= selections; seed += 1) {
    const document = parse(queryOf(seed));
    // Types behind one interface may have fields of one name that differ.
    if (validate(schema, document).length > 0) continue;
    const query = print(document);
    const given = seed % 3 === 0 ? { yes: false, no: true } : variables;
    expect([query, await answer(query, given)]).toEqual([query, await reference(query, given)]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(selections / 2);
});
