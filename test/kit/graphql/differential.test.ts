import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import {
  buildSchema,
  type DirectiveNode,
  type DocumentNode,
  getNamedType,
  type GraphQLObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  OperationTypeNode,
  parse,
  print,
  validate,
  visit,
} from 'graphql';
import ts from 'typescript';
import { seeded } from '../../helpers/seeded.ts';
import { useApp } from '../../helpers/test-app.ts';

// The cached fields of `answer-plan.ts` are written by `value-writer.ts`, a second executor beside graphql-js.
const cached = ['slides', 'faqs', 'slideCount'];
const root = path.join(import.meta.dirname, '..', '..', '..');
const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
/** `@include(if: true)`. */
const always: readonly DirectiveNode[] = [
  {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: 'include' },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'if' },
        value: { kind: Kind.BOOLEAN, value: true },
      },
    ],
  },
];
const app = useApp({ SEED_DEMO: 'on' });
const deckType = schema.getType('Deck') as GraphQLObjectType;
let deckId = '';

beforeAll(async () => {
  const { decks } = await app.graphql.data<{ decks: { nodes: { id: string }[] } }>('{ decks { nodes { id } } }');
  deckId = decks.nodes[0]?.id ?? '';
});

/** The text of a literal with the id of a deck in place of what a test fills in. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression, filled: string): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => filled + literal.text).join('');
}

/** Every query of the tests and documents that asks for a cached field, and runs without variables. */
function queriesOfTheSuite(filled: string): DocumentNode[] {
  const found = new Map<string, DocumentNode>();
  for (const file of globSync('test/**/*.ts', { cwd: root })) {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const look = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const text = textOf(node, filled).replaceAll('"%"', `"${filled}"`);
        const document = cached.some((name) => text.includes(name)) ? queryIn(text) : null;
        if (document !== null) found.set(print(document), document);
      }
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return [...found.values()];
}

function queryIn(text: string): DocumentNode | null {
  if (!text.includes('{')) return null;
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

/** The same query for graphql-js alone: a plan leaves fields with directives to it. */
function forGraphqlJs(document: DocumentNode): string {
  const marked = visit(document, {
    Field: (node) => (cached.includes(node.name.value) ? { ...node, directives: always } : undefined),
  });
  return print(marked);
}

async function answer(query: string): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const response = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  // Each request has an id of its own.
  return (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
}

/** A selection of a type that asks for some of its fields, some by another name or in a fragment. */
function selectionOf(type: GraphQLObjectType, depth: number, random: () => number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    const isSelected = random() < 0.7 && !field.args.some(isRequiredArgument);
    if (!isSelected || (!isLeafType(of) && (depth === 0 || !isObjectType(of) || of.name.endsWith('Connection'))))
      return [];
    const named = random() < 0.25 ? `x${Math.floor(random() * 1_000_000)}: ${field.name}` : field.name;
    const text = isObjectType(of) ? `${named} { ${selectionOf(of, depth - 1, random)} }` : named;
    return [random() < 0.2 ? `... on ${type.name} { ${text} }` : text];
  });
  return ['__typename', ...parts].join(' ');
}

test('every query of the suite for cached fields is answered as graphql-js answers it, to the byte', async () => {
  const queries = queriesOfTheSuite(deckId);
  expect(queries.length).toBeGreaterThan(30);
  for (const document of queries) {
    const whole = await answer(forGraphqlJs(document));
    const query = print(document);
    // At first the texts are written, then they are read.
    expect([query, await answer(query)]).toEqual([query, whole]);
    expect([query, await answer(query)]).toEqual([query, whole]);
  }
});

test('selections by chance are answered as graphql-js answers them, to the byte', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const query = `{ deck(id: "${deckId}") { ${selectionOf(deckType, 2, seeded(seed))} } }`;
    const document = parse(query);
    expect([seed, validate(schema, document)]).toEqual([seed, []]);
    expect([query, await answer(query)]).toEqual([query, await answer(forGraphqlJs(document))]);
  }
});
