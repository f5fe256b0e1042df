import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, getNullableType, isCompositeType, isListType, isObjectType } from 'graphql';
import { catalogue } from '../../../src/composition/modules.ts';
import { createSchema } from '../../../src/kit/graphql/schema.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createSlide, createSubscription, presentationInput } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';

const app = useApp();
const limit = 100_000;

interface Answer {
  readonly data?: unknown;
  readonly errors?: { extensions: { code: string; problem: { status: number; code: string; detail: string } } }[];
  readonly extensions: { readonly cost: { readonly computed: number; readonly limit: number } };
}

async function send(query: string, variables: object = {}): Promise<{ status: number; cost: string; body: Answer }> {
  const response = await fetch(`${app.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Answer;
  return { status: response.status, cost: response.headers.get('x-query-cost') ?? '', body };
}

const costOf = async (query: string, variables?: object): Promise<number> =>
  (await send(query, variables)).body.extensions.cost.computed;

const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** A deck with the subscriptions of the deck of each of its subscriptions, some levels deep. */
const subscriptions = (levels: number, page = ''): string =>
  `{ deck(id: "${deckId}") ${`{ subscriptions${page} { nodes { deck `.repeat(levels)}{ id }${' } } }'.repeat(levels)} }`;
const presentations = (first: string): string =>
  `decks(first: ${first}) { nodes { presentations(first: ${first}) { nodes { deck { presentations(first: ${first}) { nodes { id } } } } } } }`;
const drifts = (first: string): string =>
  repeat(28, (n) => `a${n}: presentations(deckId: "${deckId}", first: ${first}) { nodes { drift { isCurrent } } }`);

let deckId: string;
beforeAll(async () => {
  ({ id: deckId } = await createDeck(app.rest));
  for (let n = 0; n < 5; n += 1) await createSlide(app.rest, deckId);
  await createFaq(app.rest, deckId);
  for (let n = 0; n < 30; n += 1) await createSubscription(app.rest, { deckId });
  const inputs = Array.from({ length: 50 }, () => presentationInput());
  await app.rest.post(`/api/decks/${deckId}/presentations/bulk`, { inputs });
}, 60_000);

test('the natural query of a dashboard, without any first, costs less than an operation may', async () => {
  const query = `{ decks { nodes { name presentations { nodes { status homeowner { firstName }
    engagement { viewerCount openCount seconds lastViewedAt }
    contracts { nodes { status signedAt total signatures { name signer } } } } } } } }`;
  const { status, body } = await send(query);
  expect([status, body.errors, body.extensions.cost.computed < limit]).toEqual([200, undefined, true]);
  const { deck } = (await send(`{ deck(id: "${deckId}") { presentations { nodes { id } pageInfo { hasNextPage } } } }`))
    .body.data as { deck: { presentations: { nodes: object[]; pageInfo: object } } };
  expect([deck.presentations.nodes.length, deck.presentations.pageInfo]).toEqual([20, { hasNextPage: true }]);
});

describe('a dashboard of decks with presentations, what was watched and their contracts', () => {
  const dashboard = (decks: number, ofDeck: number, contracts: number, count = ''): string =>
    `{ decks(first: ${decks}) { nodes { name presentations(first: ${ofDeck}) { nodes { status
      homeowner { firstName lastName } engagement { viewerCount openCount seconds lastViewedAt }
      contracts(first: ${contracts}) { nodes { status signedAt total signatures { name signer } } ${count} } } ${count} } } } }`;

  test('runs within the limit of an operation, and costs a client a few points', async () => {
    const { status, body } = await send(dashboard(5, 20, 5));
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.extensions.cost.computed).toBeLessThan(limit / 10);
    const { decks } = body.data as { decks: { nodes: { presentations: { nodes: object[] } }[] } };
    expect(decks.nodes[0]?.presentations.nodes).toHaveLength(20);
  });

  test('runs with the counts of all its lists, each of which has its price', async () => {
    const query = dashboard(5, 20, 5, 'totalCount');
    const { body } = await send(query);
    expect(body.errors).toBeUndefined();
    expect(body.extensions.cost.computed).toBe((await costOf(dashboard(5, 20, 5))) + (5 + 5 * 20) * 100);
    expect(body.data).toMatchObject({ decks: { nodes: [{ presentations: { totalCount: 50 } }] } });
  });

  test.each([
    ['with large pages', () => dashboard(200, 200, 200)],
    ['with large pages of contracts', () => dashboard(50, 50, 50)],
    ['with the counts of many lists', () => dashboard(50, 50, 1, 'totalCount')],
  ])('is refused before it runs %s', async (_kind, query) => {
    app.database.statements.splice(0);
    const { status, body } = await send(query());
    expect([status, body.data, body.errors?.[0]?.extensions.code]).toEqual([422, undefined, 'OVER_BUDGET']);
    const reads = app.database.statements.filter((statement) =>
      /from "?(deck|contract|presentation)\b/.test(statement),
    );
    expect(reads).toEqual([]);
  });
});

/** Small documents that would make the server work for seconds, or end it. */
const costly: [kind: string, query: () => string, variables: object][] = [
  ['the subscriptions of decks of subscriptions, 4 levels deep', () => subscriptions(4), {}],
  ['the subscriptions of decks of subscriptions, 100 at each of 3 levels', () => subscriptions(3, '(first: 100)'), {}],
  ['nested pages of a literal size', () => `{ ${presentations('200')} }`, {}],
  ['nested pages of a variable size', () => `query ($n: Int) { ${presentations('$n')} }`, { n: 200 }],
  ['nested pages of a variable with a default', () => `query ($n: Int = 200) { ${presentations('$n')} }`, {}],
  ['28 times the drift of 200 presentations', () => `{ ${drifts('200')} }`, {}],
  ['28 times the drift of a variable number', () => `query ($n: Int!) { ${drifts('$n')} }`, { n: 200 }],
  [
    'lists that fragments hide',
    () => `{ deck(id: "${deckId}") { ...A } } fragment A on Deck { subscriptions(first: 200) { nodes { ...B } } }
      fragment B on NotificationSubscription { deck { subscriptions(first: 200) { nodes { deck { ...C } } } } }
      fragment C on Deck { ... on Deck { subscriptions { nodes { deck { id } } } } }`,
    {},
  ],
  [
    'fragments that are spread twice each, 12 times over',
    () => `{ ...A0 } fragment A12 on Query { __typename }
      ${repeat(12, (n) => `fragment A${n} on Query { ...A${n + 1} ...A${n + 1} }`)}`,
    {},
  ],
  [
    'much of each of 100 ids',
    () => `query ($ids: [ID!]!) { nodes(ids: $ids) {
      ... on Deck { presentations(first: 200) { nodes { slides { id } } } } } }`,
    { ids: Array.from({ length: 100 }, () => '01900000-0000-7000-8000-000000000000') },
  ],
  [
    'the fields of the types of the fields of the schema, many times',
    () =>
      `{ __schema { types { fields { type {
        ${repeat(28, (n) => `a${n}: fields { type { ofType { ofType { ofType { name } } } } }`)} } } } } }`,
    {},
  ],
  ['11 trials of a filter', () => `{ ${repeat(11, (n) => `a${n}: tryFilter(eventType: "*") { matchedCount }`)} }`, {}],
  [
    'many times 200 new presentations',
    () =>
      `mutation ($inputs: [CreatePresentationInput!]!) { ${repeat(6, (n) => `a${n}: createPresentations(deckId: "${deckId}", inputs: $inputs) { results { presentationId } }`)} }`,
    { inputs: Array.from({ length: 200 }, () => ({ homeowner: { firstName: 'Dana', lastName: 'Whitaker' } })) },
  ],
  [
    'a cheap page with a negative size beside it',
    () =>
      `{ ${drifts('200')} cheap: presentations(deckId: "${deckId}", first: -2000000) { nodes { drift { isCurrent } } } }`,
    {},
  ],
];

describe('an operation that may make more objects than an operation may', () => {
  test('the price of a document that is sent again follows its variables', async () => {
    const query =
      'query ($n: Int, $is: Boolean = true) { decks(first: $n) { nodes { id slides @include(if: $is) { id } } } }';
    const [of2, of20] = [await costOf(query, { n: 2 }), await costOf(query, { n: 20 })];
    expect(of20).toBeGreaterThan(of2);
    expect([await costOf(query, { n: 2 }), await costOf(query, { n: 20 })]).toEqual([of2, of20]);
    expect(await costOf(query, { n: 20, is: false })).toBeLessThan(of20);
    expect(await costOf(query)).toBeGreaterThan(of20);
  });

  test('the price of a change follows the length of a list within its input, and no text of it', async () => {
    const change =
      'mutation ($id: ID!, $input: CreateSlidesInput!) { createSlides(deckId: $id, input: $input) { slides { id } } }';
    // Of no deck: each is priced, and changes nothing.
    const costOfSlides = (...titles: string[]): Promise<number> =>
      costOf(change, {
        id: randomUUID(),
        input: { slides: titles.map((title) => ({ slideId: title, title, narrationScript: title })) },
      });
    const ofOne = await costOfSlides('one');
    const ofThree = await costOfSlides('one', 'two', 'three');
    expect(ofThree).toBeGreaterThan(ofOne);
    expect(await costOfSlides('another')).toBe(ofOne);
    expect(await costOfSlides(...'many words in place of three'.split(' ').slice(0, 3))).toBe(ofThree);
    expect(await costOfSlides(...'1234567890'.repeat(5))).toBeGreaterThan(ofThree);
  });

  test.each(costly)('is refused over HTTP before it runs: %s', async (_kind, query, variables) => {
    const before = await app.rowCounts();
    const { status, body } = await unharmed(app, () => send(query(), variables));
    const [error] = body.errors ?? [];
    expect([status, body.data, body.errors?.length]).toEqual([422, undefined, 1]);
    expect(error?.extensions).toMatchObject({ code: 'OVER_BUDGET', problem: { status: 422, code: 'OVER_BUDGET' } });
    expect(error?.extensions.problem.detail).toMatch(/\b(4|100),000\b/);
    expect(await app.rowCounts()).toEqual(before);
  });

  test.each(costly)('is refused on a socket before it runs: %s', async (_kind, query, variables) => {
    const stream = app.live().subscribe(query(), variables as Record<string, unknown>);
    const errors = await eventually(stream.ended as () => Answer['errors'], { what: 'the refusal' });
    expect(errors).toMatchObject([
      { extensions: { code: 'OVER_BUDGET', reason: 'over_budget', problem: { status: 422 } } },
    ]);
    expect(stream.received).toEqual([]);
  });

  test('is refused with its cost and the limit, in the error and beside it', async () => {
    const { cost, body } = await send(`query ($n: Int = 200) { ${presentations('$n')} }`);
    const { computed } = body.extensions.cost;
    expect(body.extensions.cost).toEqual({ computed, limit });
    expect([Number(cost), computed > limit]).toEqual([computed, true]);
    const { detail } = body.errors?.[0]?.extensions.problem ?? {};
    expect(detail).toContain(`${computed.toLocaleString('en-US')} objects`);
    expect(detail).toContain(limit.toLocaleString('en-US'));
  });

  test('is refused as a subscription whose every event would read too much', async () => {
    const query = `subscription { events { deck ${subscriptions(3, '(first: 100)')
      .replace(/^\{ deck\([^)]*\) /, '')
      .slice(0, -2)} } }`;
    const errors = await eventually(app.live().subscribe(query).ended as () => Answer['errors']);
    expect(errors).toMatchObject([{ extensions: { code: 'OVER_BUDGET' } }]);
  });
});

describe('the cost of an operation', () => {
  test('is reported with each result, as a header too', async () => {
    const { status, cost, body } = await send(`{ deck(id: "${deckId}") { name slides { title } } }`);
    expect([status, body.errors, body.extensions, cost]).toEqual([
      200,
      undefined,
      { cost: { computed: 21, limit } },
      '21',
    ]);
  });

  test('is reported with a result that has errors', async () => {
    const { cost, body } = await send('{ decks(after: "x") { nodes { id } } }');
    expect([body.errors?.length, body.extensions.cost.computed, cost]).toEqual([1, 51, '51']);
  });

  test('is the same for a literal, a variable, its default and the default of the argument', async () => {
    const nodes = '{ nodes { id } pageInfo { endCursor } }';
    const variable = `query ($n: Int) { decks(first: $n) ${nodes} }`;
    expect([
      await costOf(`{ decks(first: 50) ${nodes} }`),
      await costOf(variable, { n: 50 }),
      await costOf(variable),
      await costOf(variable, { n: null }),
      await costOf(`query ($n: Int = 50) { decks(first: $n) ${nodes} }`),
      await costOf(`{ decks ${nodes} }`),
    ]).toEqual([51, 51, 51, 51, 51, 51]);
  });

  test('grows with the size of a page, with aliases and with what fragments spread', async () => {
    const page = 'nodes { ...D } } } fragment D on Deck { slides { id } }';
    expect(await costOf(`{ decks(first: 1) { ${page}`)).toBe(1 + 1 + 20);
    expect(await costOf(`{ decks(first: 10) { ${page}`)).toBe(1 + 10 * (1 + 20));
    expect(await costOf(`{ a: decks(first: 10) { nodes { id } } decks(first: 10) { ${page}`)).toBe(11 + 211);
  });

  test('has one price for the count of a list, however small its page is and wherever a fragment names it', async () => {
    const of = (text: string): Promise<number> => costOf(text);
    expect(await of('{ contracts(first: 1) { totalCount } }')).toBe(
      (await of('{ contracts(first: 1) { __typename } }')) + 100,
    );
    const spread = 'fragment C on DeckConnection { ... { all: totalCount } }';
    expect(await of(`{ decks(first: 200) { nodes { id } ...C } } ${spread}`)).toBe(201 + 100);
    expect(await of('{ decks { nodes { presentations(first: 1) { totalCount } } } }')).toBe(1 + 50 * (1 + 1 + 100));
  });

  test('is higher for what is computed of whole decks than for what is stored', async () => {
    const [stored, computed] = [
      await costOf(`{ presentations(deckId: "${deckId}") { nodes { pricing { offers { isAgreed } } } } }`),
      await costOf(`{ presentations(deckId: "${deckId}") { nodes { drift { isCurrent } } } }`),
    ];
    expect(computed).toBeGreaterThan(20 * stored);
  });

  test('leaves room for the drift of a whole page of presentations', async () => {
    const query = `{ presentations(deckId: "${deckId}", first: 200) { nodes { drift { isCurrent } } } }`;
    const { status, body } = await send(query);
    expect([status, body.errors]).toEqual([200, undefined]);
  });
});

test('each list of objects in the schema takes first, or declares how many items it has', async () => {
  const schema = await createSchema(catalogue);
  const silent = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ of: type.name, ...field })))
    .filter(({ type }) => isListType(getNullableType(type)) && isCompositeType(getNamedType(type)))
    .filter(({ extensions, args }) => extensions.complexity === undefined && args.every(({ name }) => name !== 'first'))
    .map(({ of, name }) => `${of}.${name}`);
  expect(silent).toEqual([]);
});
