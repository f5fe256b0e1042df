import { sql } from 'kysely';
import { beforeAll, expect, test } from '@jest/globals';
import type { DeckAnswer } from '../../../helpers/answers.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createDeck, createSlide } from '../../../helpers/factories.ts';
import { testOnPostgres } from '../../../helpers/on-postgres.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { unharmed } from '../../../helpers/unharmed.ts';

const app = useApp({ ROLES: 'web' });
let small: DeckAnswer;
/** What a stranger has stored: no API accepts it. */
let large: DeckAnswer;
let alsoLarge: DeckAnswer;

const overBudget = (limit: string) => ({
  status: 422,
  code: 'OVER_BUDGET',
  detail: expect.stringContaining(limit),
  errors: [{ pointer: '', code: 'range' }],
});
const tooLong = overBudget('more than 10,000,000 bytes (length of the answer)');

async function describeAtLength(id: string, characters: number): Promise<void> {
  await sql`update deck set description = repeat('x', ${characters}) where id = ${id}`.execute(
    app.database.connection.kysely,
  );
  // A statement of the embedded database holds this thread: on a busy machine the server is overloaded for a while.
  await eventually(async () => (await app.rest.get('/api/decks?limit=1')).status === 200);
}

beforeAll(async () => {
  small = await createDeck(app.rest);
  large = await createDeck(app.rest);
  alsoLarge = await createDeck(app.rest);
  for (const { id } of [large, alsoLarge]) await describeAtLength(id, 6_000_000);
});

test('an answer of REST that is too long is refused before it is written', async () => {
  await describeAtLength(large.id, 11_000_000);
  const result = await unharmed(app, () => app.rest.get(`/api/decks/${large.id}`));
  await describeAtLength(large.id, 6_000_000);
  expect([result.status, result.body]).toMatchObject([422, tooLong]);
});

const twice = (id: string) => `one: deck(id: "${id}") { name description }`;

test('a field with which the answer of GraphQL would be too long is null, and the others are sent', async () => {
  const query = `{ ${twice(large.id)} two: deck(id: "${alsoLarge.id}") { name description } three: deck(id: "${small.id}") { name } }`;
  const { data, errors } = await app.graphql.send<Record<string, { name: string } | null>>(query);
  expect([data['one']?.name, data['two'], data['three']?.name]).toEqual([large.name, null, small.name]);
  expect(errors).toMatchObject([{ path: ['two'], extensions: { code: 'OVER_BUDGET', problem: tooLong } }]);
});

test('aliases of one long text do not multiply it', async () => {
  const aliases = Array.from({ length: 25 }, (_, at) => `a${at}: description`).join(' ');
  const result = await unharmed(app, () => app.graphql.send(`{ deck(id: "${large.id}") { ${aliases} } }`));
  expect(result).toMatchObject({ data: { deck: null }, errors: [{ extensions: { problem: tooLong } }] });
});

test('the same is refused over a socket, and in the rows of a subscription', async () => {
  const both = `{ ${twice(large.id)} two: deck(id: "${alsoLarge.id}") { description } }`;
  const asked = app.live().subscribe(both);
  const followed = app
    .live()
    .subscribe(`subscription { deckChanged(deckId: "${large.id}") { a: description b: description } }`);
  for (const { received } of [asked, followed]) {
    const [first] = await eventually(() => received.length > 0 && received);
    expect(first?.errors).toMatchObject([{ extensions: { code: 'OVER_BUDGET', problem: tooLong } }]);
  }
});

test('of the errors of one result a hundred are sent, over HTTP and on a socket', async () => {
  const each = '... on Deck { presentations(after: "no cursor") { nodes { id } } }';
  const lists = `query ($ids: [ID!]!) { one: nodes(ids: $ids) { ${each} } two: nodes(ids: $ids) { ${each} } }`;
  const ids = Array.from({ length: 80 }, () => small.id);
  const { errors } = await app.graphql.send(lists, { ids });
  expect(errors).toHaveLength(100);
  expect(errors?.at(-1)).toMatchObject({ path: ['two', 19, 'presentations'], extensions: { code: 'INVALID_INPUT' } });
  const { received } = app.live().subscribe(lists, { ids });
  const [result] = await eventually(() => received.length > 0 && received);
  expect(result?.errors).toHaveLength(100);
});

test('a stored list of too many items is not sent, and its siblings are', async () => {
  const slide = await createSlide(app.rest, small.id);
  await sql`update slide set bullets = (select jsonb_agg(1::text) from generate_series(1, 120000)) where id = ${slide.id}`.execute(
    app.database.connection.kysely,
  );
  const query = `{ node(id: "${slide.id}") { ... on Slide { bullets } } deck(id: "${small.id}") { name } }`;
  // A sibling that is read after the budget has ended is refused, too.
  const send = async () => {
    const answer = await app.graphql.send(query);
    return answer.data?.['deck'] !== null && answer;
  };
  const result = await unharmed(app, () => eventually(send));
  expect(result).toMatchObject({
    data: { node: null, deck: { name: small.name } },
    errors: [{ path: ['node', 'bullets'], extensions: { code: 'OVER_BUDGET', problem: overBudget('100,000 nodes') } }],
  });
});

testOnPostgres('rows of the database that are too long are refused, whatever is told of them', async () => {
  await describeAtLength(large.id, 51_000_000);
  const { errors } = await app.graphql.send(`{ deck(id: "${large.id}") { description } }`);
  await describeAtLength(large.id, 6_000_000);
  expect(errors?.[0]?.extensions.problem).toMatchObject(overBudget('50,000,000 bytes (rows of the database)'));
});
