import { beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { eventually } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const json = { 'content-type': 'application/json' };

/** Would leave a row behind if the document that it stands in were run. */
const write = 'createDeck(input: { name: "never" }) { deck { id } }';
const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const nested = (depth: number): string =>
  `{ decks { nodes ${'{ slides { deck '.repeat(depth)}{ id }${' } }'.repeat(depth)} } }`;

const bomb = `mutation { a: createDeck(input: { name: "never" }) { deck { ...F0 } } }
  ${repeat(12, (n) => `fragment F${n} on Deck { a: slides { deck { ...F${n + 1} } } b: slides { deck { ...F${n + 1} } } }`)}
  fragment F12 on Deck { id }`;

const largeNode = '{ ... on Deck { presentations(first: 60) { nodes { id } } } }';

/** Documents that ask for too much, or make no sense: none of them may be run. */
const documents: [kind: string, query: string, code: string][] = [
  ['nested 25 deep', nested(25), 'GRAPHQL_VALIDATION_FAILED'],
  ['nested 1,000 deep', nested(1_000), 'GRAPHQL_PARSE_FAILED'],
  ['with 1,000 aliases', `mutation { ${repeat(1_000, (n) => `a${n}: ${write}`)} }`, 'GRAPHQL_PARSE_FAILED'],
  ['with 31 aliases', `mutation { ${repeat(31, (n) => `a${n}: ${write}`)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  ['with 1,000 directives', `mutation { ${write} ${'@include(if: true) '.repeat(1_000)} }`, 'GRAPHQL_PARSE_FAILED'],
  ['with 51 directives', `query { __typename ${'@a '.repeat(51)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  ['of 100,000 tokens', `mutation { ${write} ${'a '.repeat(100_000)} }`, 'GRAPHQL_PARSE_FAILED'],
  ['with a fragment bomb', bomb, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'with circular fragments',
    `mutation { createDeck(input: { name: "never" }) { deck { ...A } } }
      fragment A on Deck { slides { deck { ...B } } } fragment B on Deck { ...A }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['with a fragment that holds itself', '{ ...A } fragment A on Query { ...A }', 'GRAPHQL_VALIDATION_FAILED'],
  [
    'with an introspection bomb',
    `{ __schema { types ${'{ fields { type '.repeat(8)}{ name }${' } }'.repeat(8)} } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['with an unknown field', `mutation { ${write} nothing }`, 'GRAPHQL_VALIDATION_FAILED'],
  ['with 500 unknown fields', `{ ${repeat(500, (n) => `nothing${n}`)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  ['with a long unknown name', `{ ${'x'.repeat(100_000)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'with 600 conflicting fields',
    `{ ${repeat(600, () => 'x: __typename')} x: __schema { a } }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['that breaks off', `mutation { ${write}`, 'GRAPHQL_PARSE_FAILED'],
  ['that is empty', ' ', 'GRAPHQL_PARSE_FAILED'],
  ['of two unnamed operations', `query A { __typename } mutation B { ${write} }`, 'OPERATION_RESOLUTION_FAILURE'],
  [
    'with a badly typed literal',
    'mutation { createDeck(input: { name: 1 }) { deck { id } } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'with a literal that is no object',
    'mutation { createDeck(input: { name: "a", variables: "b" }) { deck { id } } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
];

describe('documents that are not run', () => {
  let before: Record<string, number>;
  beforeAll(async () => {
    await createDeck(app.rest);
    before = await app.rowCounts();
  });

  test.each(documents)('HTTP refuses a document %s', async (_kind, query, code) => {
    const response = await fetch(`${app.base}/graphql`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    const { errors, ...more } = JSON.parse(text) as { errors: object[] };
    expect(errors[0]).toMatchObject({ extensions: { code, problem: { status: 400 } } });
    expect(more).toEqual({});
    expect(text.length).toBeLessThan(20_000);
    expect(await app.rowCounts()).toEqual(before);
  });

  test.each(documents)('a socket refuses a document %s', async (_kind, query, code) => {
    const stream = app.live().subscribe(query);
    const errors = (await eventually(stream.ended, { what: 'the refusal' })) as object[];
    expect(errors[0]).toMatchObject({ extensions: { code, problem: { status: 400 } } });
    expect(stream.received).toEqual([]);
    expect(await app.rowCounts()).toEqual(before);
  });

  const mutation = encodeURIComponent(`mutation { ${write} }`);
  const query = `mutation { ${write} }`;
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  const sha256Hash = 'a'.repeat(64);
  const requests: [kind: string, status: number, path: string, init: RequestInit][] = [
    ['a mutation by GET', 405, `/graphql?query=${mutation}`, { headers: json }],
    ['a mutation by a GET that any page can send', 405, `/graphql?query=${mutation}`, {}],
    ['a query of another site', 403, '/graphql?query={__typename}', { headers: crossSite }],
    ['a page of another origin', 403, '/graphql?query={__typename}', { headers: { origin: 'http://evil.example' } }],
    ['a query given twice', 400, '/graphql?query={__typename}&query={__typename}', {}],
    ['a batch', 400, '/graphql', post([{ query }, { query }])],
    ['a body of text/plain', 415, '/graphql', { ...post({ query }), headers: { 'content-type': 'text/plain' } }],
    ['nothing but a hash', 200, '/graphql', post({ extensions: { persistedQuery: { version: 1, sha256Hash } } })],
    ['a subscription', 400, '/graphql', post({ query: 'subscription { events { id } }' })],
    ['an operation that is not there', 400, '/graphql', post({ query, operationName: 'B' })],
    ['variables as text', 400, '/graphql', post({ query, variables: '{}' })],
    ['variables as a list', 400, '/graphql', post({ query, variables: [] })],
    ['a query that is an object', 400, '/graphql', post({ query: { kind: 'Document' } })],
    ['an empty object', 400, '/graphql', post({})],
    ['DELETE', 405, '/graphql', { method: 'DELETE' }],
  ];

  test.each(requests)('HTTP refuses %s with %i', async (_kind, status, path, init) => {
    const response = await fetch(`${app.base}${path}`, init);
    const { errors, ...more } = (await response.json()) as { errors: object[] };
    expect([response.status, more]).toEqual([status, {}]);
    expect(errors).toMatchObject([
      { extensions: { code: expect.any(String), problem: { requestId: expect.any(String) } } },
    ]);
    expect(JSON.stringify(errors)).not.toContain('INTERNAL');
    expect(await app.rowCounts()).toEqual(before);
  });
});

describe('what the limits leave room for', () => {
  test('introspection as GraphiQL sends it', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true });
    const { __schema } = await app.graphql.data<{ __schema: { types: object[] } }>(query);
    expect(__schema.types.length).toBeGreaterThan(40);
  });

  test('introspection with all that the specification offers', async () => {
    const query = getIntrospectionQuery({
      inputValueDeprecation: true,
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      oneOf: true,
    });
    expect(await app.graphql.data(query)).toMatchObject({ __schema: { queryType: { name: 'Query' } } });
  });

  test('a query from a deck down to the attempts of its deliveries', async () => {
    const { id } = await createDeck(app.rest);
    const answer = await app.graphql.data(
      `query ($id: ID!) { deck(id: $id) { name slides { title wordTimings { word } } faqs { userQuestion }
        presentations(first: 10) { nodes { pricing { offers { tiers { lines { label amount } } } } } pageInfo { endCursor } }
        subscriptions { nodes { name channel deck { name } } } } }`,
      { id },
    );
    expect(answer).toMatchObject({ deck: { slides: [], faqs: [] } });
  });

  test('a little of each of 100 ids, and much of a single one', async () => {
    const { id, name } = await createDeck(app.rest);
    const answer = await app.graphql.data<{ nodes: object[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Deck { name slides { title bullets } } }
        one: nodes(ids: ["${id}"]) ${largeNode} node(id: "${id}") ${largeNode} }`,
      { ids: Array.from({ length: 100 }, () => id) },
    );
    expect(answer.nodes).toHaveLength(100);
    expect(answer.nodes[99]).toEqual({ __typename: 'Deck', id, name, slides: [] });
  });

  test('a query by GET', async () => {
    const query = 'query ($search: String) { decks(search: $search) { nodes { id } } }';
    const search = new URLSearchParams({ query, variables: '{"search":"no such deck"}' });
    const response = await fetch(`${app.base}/graphql/?${search.toString()}`);
    expect(await response.json()).toMatchObject({ data: { decks: { nodes: [] } } });
  });

  test('an Accept header that cannot be met: the mutation runs, and its answer has a warning', async () => {
    const headers = { ...json, accept: 'image/png' };
    const response = await fetch(`${app.base}/graphql`, { ...post({ query: `mutation { ${write} }` }), headers });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { createDeck: {} } }]);
  });

  test('a variable named like a member of every object', async () => {
    const query = 'query ($constructor: String) { decks(search: $constructor) { nodes { id } } }';
    expect((await app.graphql.send(query)).errors).toBeUndefined();
  });
});

describe('a field that fails', () => {
  test('keeps its siblings in a query', async () => {
    const { id } = await createDeck(app.rest, { name: 'Kept' });
    const { status, data, errors } = await app.graphql.send<object>(
      'query ($id: ID!) { kept: deck(id: $id) { name } bad: deck(id: "no-uuid") { name } decks(after: "x") { nodes { id } } }',
      { id },
    );
    expect([status, data]).toEqual([200, { kept: { name: 'Kept' }, bad: null, decks: null }]);
    expect(errors).toMatchObject([
      { path: ['bad'], extensions: { code: 'INVALID_INPUT', problem: { status: 400 } } },
      { path: ['decks'], extensions: { code: 'INVALID_INPUT', problem: { status: 400 } } },
    ]);
  });

  test('keeps what the mutation fields before it did, and their results', async () => {
    const { status, data, errors } = await app.graphql.send<object>(
      `mutation { first: createDeck(input: { name: "Stays" }) { deck { name } }
        second: createSlide(deckId: "no-uuid", input: { slideId: "a", title: "a", narrationScript: "a" }) { slide { id } } }`,
    );
    expect([status, data]).toEqual([200, { first: { deck: { name: 'Stays' } }, second: null }]);
    expect(errors).toMatchObject([{ path: ['second'], extensions: { code: 'INVALID_INPUT' } }]);
    const log = await app.events('types=deck.created');
    expect(log.at(-1)?.data).toMatchObject({ name: 'Stays' });
  });

  test('is nullable wherever it may have siblings: in queries and mutations', async () => {
    const query = '{ __schema { queryType { ...root } mutationType { ...root } } }';
    const root = 'fragment root on __Type { fields { name type { kind } } }';
    type Root = { fields: { name: string; type: { kind: string } }[] };
    const { __schema } = await app.graphql.data<{ __schema: Record<'queryType' | 'mutationType', Root> }>(query + root);
    const fields = [...__schema.queryType.fields, ...__schema.mutationType.fields];
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter(({ type }) => type.kind === 'NON_NULL')).toEqual([]);
  });

  test('null for an argument that has a default is that default', async () => {
    const trial = await app.graphql.data(
      'query ($first: Int) { tryFilter(eventType: "a.b", first: $first) { matchedCount } }',
      { first: null },
    );
    expect(trial).toEqual({ tryFilter: { matchedCount: 0 } });
  });

  const nulls: [where: string, query: string][] = [
    ['an argument', 'query ($null: ID = "a") { deck(id: $null) { id } }'],
    ['a directive', 'query ($null: Boolean = true) { decks { nodes @include(if: $null) { id } } }'],
    ['a field of an input', 'mutation ($null: String = "a") { createDeck(input: { name: $null }) { deck { id } } }'],
  ];
  const refusal = {
    message: expect.stringMatching(/must not be null|invalid value/),
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', problem: { status: 400, code: 'INVALID_INPUT' } },
  };

  test.each(nulls)('null for %s that takes none is refused, although the variable has a default', async (_, query) => {
    const { errors } = await app.graphql.send(query, { null: null });
    expect(errors).toMatchObject([refusal]);
  });

  test.each(nulls)('and so it is on a socket: %s', async (_, query) => {
    const stream = app.live().subscribe(query, { null: null });
    expect(await eventually(stream.ended, { what: 'the refusal' })).toMatchObject([refusal]);
  });
});

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: json, body: JSON.stringify(body) };
}
