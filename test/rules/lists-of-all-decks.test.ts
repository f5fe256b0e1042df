import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { cancelable, Contracts, presented } from '../contracts/contracts.ts';
import type { ContractAnswer, PresentationAnswer, ProblemAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation } from '../helpers/factories.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { indexUses } from '../helpers/index-uses.ts';
import { nextOf } from '../helpers/links.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { useApp } from '../helpers/test-app.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';

const apiKey = 'the-key-of-the-lists';
// Only web: a worker would record what is overdue as expired.
const app = useApp({ API_KEY: apiKey, ROLES: 'web' });
const contracts = new Contracts(app);
const states = ['draft', 'sent', 'viewed', 'signed', 'declined', 'voided', 'expired', 'rescinded'] as const;
const byState = new Map<string, ContractAnswer>();
const names = [
  ['Dana', 'Whitaker'],
  ['Ann', "O'Brien"],
  ['Zoë', '100%'],
];
const people: PresentationAnswer[] = [];
let [deckId, otherId] = ['', ''];
let limited: { readonly rest: RestClient; readonly graphql: GraphQLClient };

type Listed = { readonly id: string; readonly status: string };
type Answer = Readonly<Record<'contracts' | 'presentations', Listed[]>> & ProblemAnswer;
interface Connected {
  readonly nodes: readonly Listed[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

beforeAll(async () => {
  for (const status of states) {
    byState.set(status, await contracts.in(status, await presented(app.rest, { deck: cancelable })));
  }
  deckId = (await createDeck(app.rest)).id;
  otherId = byState.get('sent')?.deckId ?? '';
  for (const [first_name, last_name] of names) {
    people.push(await createPresentation(app.rest, deckId, { homeowner: { first_name, last_name } }));
  }
  const headers = { authorization: await limitedKey(app, [otherId]) };
  limited = { rest: await new RestClient(app.base, headers).open(), graphql: new GraphQLClient(app.base, headers) };
}, 60_000);

const restIds = async (path: string): Promise<string[]> => {
  const { status, body } = await app.rest.get<Answer>(path);
  expect([path, status]).toEqual([path, 200]);
  return (body.contracts ?? body.presentations).map(({ id }) => id);
};

/** The same list in GraphQL. */
async function connected(field: string, args: string, client = app.graphql): Promise<Connected> {
  const query = `{ list: ${field}${args === '' ? '' : `(${args})`} { nodes { id status } totalCount pageInfo { hasNextPage endCursor } } }`;
  return (await client.data<{ list: Connected }>(query)).list;
}

/** Follows the links to the end. */
async function walk(start: string, list: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null = start; next !== null && found.length < 100;) {
    const { headers, body } = await app.rest.get<Record<string, Listed[]>>(next);
    found.push(...(body[list] ?? []).map(({ id }) => id));
    next = nextOf(headers);
  }
  return found;
}

describe('the contracts of all decks', () => {
  test.each(states)('that are %s now are listed as such, in both APIs', async (status) => {
    const id = byState.get(status)?.id;
    expect(await restIds(`/api/contracts?status=${status}`)).toEqual([id]);
    const { nodes, totalCount } = await connected('contracts', `status: ${status.toUpperCase()}`);
    expect([nodes, totalCount]).toEqual([[{ id, status: status.toUpperCase() }], 1]);
  });

  test('are listed in several states at once, newest first', async () => {
    const ids = ['expired', 'signed', 'sent'].map((status) => byState.get(status)?.id);
    expect(await restIds('/api/contracts?status=signed,sent&status=expired')).toEqual(ids);
    const { nodes, totalCount } = await connected('contracts', 'status: [SENT, EXPIRED, SIGNED]');
    expect([nodes.map(({ id }) => id), totalCount]).toEqual([ids, 3]);
    expect(await connected('contracts', 'status: []')).toMatchObject({ totalCount: states.length });
  });

  test('are listed with their documents, as one of them is', async () => {
    const { body } = await app.rest.get<Answer>('/api/contracts?status=viewed');
    expect(body.contracts).toEqual([byState.get('viewed')]);
  });

  test('are narrowed by deck and time', async () => {
    const sent = byState.get('sent');
    expect(await restIds(`/api/contracts?deckId=${otherId}`)).toEqual([sent?.id]);
    expect(await restIds(`/api/contracts?deckId=${crypto.randomUUID()}`)).toEqual([]);
    const until = encodeURIComponent(byState.get('viewed')?.createdAt ?? '');
    const since = encodeURIComponent(sent?.createdAt ?? '');
    expect(await restIds(`/api/contracts?since=${since}&until=${until}`)).toEqual([sent?.id]);
  });

  test('are those of its decks for a key that is limited', async () => {
    const { body } = await limited.rest.get<Answer>('/api/contracts');
    const id = byState.get('sent')?.id;
    expect(body.contracts.map((contract) => contract.id)).toEqual([id]);
    expect(await connected('contracts', '', limited.graphql)).toMatchObject({ nodes: [{ id }], totalCount: 1 });
    const of = `deckId: "${byState.get('draft')?.deckId}"`;
    expect(await connected('contracts', of, limited.graphql)).toMatchObject({ nodes: [], totalCount: 0 });
    expect(await connected('presentations', '', limited.graphql)).toMatchObject({ totalCount: 1 });
    expect(await limited.graphql.data('{ decks { totalCount } }')).toEqual({ decks: { totalCount: 1 } });
  });

  test('need the scope of contracts', async () => {
    const headers = { authorization: await limitedKey(app, [otherId], ['presentations:read']) };
    const rest = await new RestClient(app.base, headers).open();
    expect((await rest.get('/api/contracts')).status).toBe(403);
    const graphql = new GraphQLClient(app.base, headers);
    const { errors } = await graphql.send(
      '{ contracts { totalCount } presentations { nodes { contracts { totalCount } } } }',
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });
});

describe('the presentations of all decks', () => {
  test.each([
    ['dana whit', 0],
    ["o'brien", 1],
    ['100%', 2],
    ['ZOË', 2],
  ])('are found by %j in the name of their homeowner', async (search, at) => {
    expect(await restIds(`/api/presentations?deckId=${deckId}&search=${encodeURIComponent(search)}`)).toEqual([
      people[at]?.id,
    ]);
    const { nodes } = await connected('presentations', `deckId: "${deckId}", search: ${JSON.stringify(search)}`);
    expect(nodes.map(({ id }) => id)).toEqual([people[at]?.id]);
  });

  test('are narrowed by state, deck and time', async () => {
    const all = people.map(({ id }) => id).toReversed();
    expect(await restIds(`/api/presentations?deckId=${deckId}&status=ready`)).toEqual(all);
    expect(await restIds(`/api/presentations?deckId=${deckId}&status=failed,narrating`)).toEqual([]);
    expect(await restIds(`/api/presentations?since=${encodeURIComponent(people[0]?.createdAt ?? '')}`)).toEqual(all);
    expect(await connected('presentations', `deckId: "${deckId}", status: [READY]`)).toMatchObject({ totalCount: 3 });
    const { status } = await app.rest.get(`/api/presentations?deckId=${crypto.randomUUID()}`);
    expect(status).toBe(404);
  });

  test('are found by an index among many', async () => {
    const { kysely } = app.database.connection;
    await sql`insert into presentation select made.* from presentation, generate_series(1, 20000) as n,
      jsonb_populate_record(presentation, jsonb_build_object('id', gen_random_uuid(),
        'homeowner', jsonb_build_object('firstName', 'Copy', 'lastName', md5(n::text)))) as made
      where presentation.id = ${people[0]?.id}`.execute(kysely);
    await sql`vacuum analyze presentation`.execute(kysely);
    const uses = () => indexUses(kysely, 'presentation_homeowner_search_index');
    const before = await uses();
    expect(await restIds('/api/presentations?search=na%20WHITAKER')).toContain(people[0]?.id);
    await eventually(async () => (await uses()) > before);
    const counted = await connected('presentations', 'search: "copy"');
    expect(counted.totalCount).toBe(10_000);
    await sql`delete from presentation where homeowner->>'firstName' = 'Copy'`.execute(kysely);
  });
});

describe('a list in an order of its own', () => {
  const orders = ['created_asc', 'created_desc', 'updated_asc', 'updated_desc'];

  beforeAll(async () => {
    await app.rest.put(`/api/decks/${deckId}`, { description: 'The last one that changes' });
    const { kysely } = app.database.connection;
    // Ties, which the id decides.
    for (const table of ['deck', 'presentation', 'contract']) {
      await sql`update ${sql.table(table)} set updated_at = date_trunc('second', updated_at)`.execute(kysely);
    }
  });

  test.each(['decks', 'presentations', 'contracts'].flatMap((list) => orders.map((order) => [list, order])))(
    'pages through %s by %s, each once and as GraphQL does',
    async (list, order) => {
      const path = `/api/${list}?orderBy=${order}`;
      const rows = await app.rest.get<Record<string, { id: string; createdAt: string; updatedAt: string }[]>>(path);
      const all = rows.body[list ?? ''] ?? [];
      const [property, direction] = (order ?? '').split('_') as ['created' | 'updated', string];
      const placeOf = (row: (typeof all)[number]): string => `${row[`${property}At`]} ${row.id}`;
      const sorted = all.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).map(({ id }) => id);
      const expected = direction === 'asc' ? sorted : sorted.toReversed();
      expect(expected.length).toBeGreaterThan(7);
      expect(all.map(({ id }) => id)).toEqual(expected);
      expect(await walk(`${path}&limit=3`, list ?? '')).toEqual(expected);
      const found: string[] = [];
      for (let after: string | null = null; found.length < 50;) {
        const query = `query ($after: String) { list: ${list}(first: 3, after: $after, orderBy: ${order?.toUpperCase()}) {
          nodes { id } pageInfo { hasNextPage endCursor } } }`;
        const page: Connected = (await app.graphql.data<{ list: Connected }>(query, { after })).list;
        found.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      expect(found).toEqual(expected);
    },
  );

  test('takes the cursors of the usual order by its name', async () => {
    const { pageInfo } = await connected('contracts', 'first: 2');
    const { nodes } = await connected('contracts', `first: 2, after: "${pageInfo.endCursor}", orderBy: CREATED_DESC`);
    expect(nodes.map(({ id }) => id)).toEqual(['voided', 'declined'].map((status) => byState.get(status)?.id));
  });

  test.each(['decks', 'presentations', 'contracts'])('refuses cursors of another order: %s', async (list) => {
    const changed = (await app.rest.get(`/api/${list}?limit=1&orderBy=updated_asc`)).headers;
    const [cursor = ''] = /after=[^&>]+/.exec(nextOf(changed) ?? '') ?? [];
    for (const order of ['', '&orderBy=updated_desc', '&orderBy=created_asc']) {
      const { status, body } = await app.rest.get<ProblemAnswer>(`/api/${list}?${cursor}${order}`);
      expect([order, status, body.errors[0]?.pointer, body.errors[0]?.code]).toEqual([order, 400, '/after', 'format']);
      expect(body.detail).toContain('this one is of updated_asc: continue with orderBy updated_asc');
    }
    const usual = (await app.rest.get(`/api/${list}?limit=1`)).headers;
    const [usualCursor = ''] = /after=[^&>]+/.exec(nextOf(usual) ?? '') ?? [];
    const { status } = await app.rest.get(`/api/${list}?${usualCursor}&orderBy=updated_desc`);
    expect(status).toBe(400);
  });
});

test.each([
  ['/api/contracts?status=cancelled', '/status/0'],
  ['/api/contracts?status=sent,SENT', '/status/1'],
  ['/api/contracts?orderBy=name', '/orderBy'],
  ['/api/contracts?deckId=1', '/deckId'],
  ['/api/contracts?since=yesterday', '/since'],
  ['/api/presentations?status=sent', '/status/0'],
  ['/api/presentations?since=1', '/since'],
  [`/api/presentations?search=${'x'.repeat(201)}`, '/search'],
  ['/api/decks?orderBy=', '/orderBy'],
])('%s is refused with the place of the mistake', async (path, pointer) => {
  const { status, body } = await app.rest.get<ProblemAnswer>(path);
  expect([status, body.errors[0]?.pointer]).toEqual([400, pointer]);
});

describe('GraphQL lists', () => {
  test.each(['contracts(status: CANCELED)', 'decks(orderBy: NAME)', 'presentations(status: [SENT])'])(
    'refuse the unknown value in %s',
    async (field) => {
      const { errors } = await app.graphql.send(`{ ${field} { nodes { id } } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    },
  );

  test('of links give those of one presentation, newest first', async () => {
    const id = people[0]?.id ?? '';
    for (const name of ['Phone', 'Tablet']) await app.rest.post(`/api/presentations/${id}/links`, { name });
    const { presentationLinks, presentation } = await app.graphql.data<
      Record<'presentationLinks', object> & { presentation: { links: object } }
    >(
      `{ presentationLinks(presentationId: "${id}", first: 2) { nodes { name } totalCount }
        presentation(id: "${id}") { links(first: 2) { nodes { name } totalCount } } }`,
    );
    const expected = { nodes: [{ name: 'Tablet' }, { name: 'Phone' }], totalCount: 3 };
    expect([presentationLinks, presentation.links]).toEqual([expected, expected]);
    const { errors } = await app.graphql.send(
      `{ presentationLinks(presentationId: "${crypto.randomUUID()}") { nodes { id } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test('count themselves where they are asked, of each object in one statement', async () => {
    const presentation = await presented(app.rest);
    await contracts.in('voided', presentation);
    await contracts.in('draft', presentation);
    const query = (count: string) =>
      `{ presentations { nodes { id contracts(first: 1) { nodes { id } ${count} } } ${count} } }`;
    const countsOf = async (count: string): Promise<number> => {
      app.database.statements.splice(0);
      await app.graphql.data(query(count));
      return app.database.statements.splice(0).filter((statement) => statement.includes('count(*)::int')).length;
    };
    expect([await countsOf(''), await countsOf('totalCount again: totalCount')]).toEqual([0, 2]);
    const { presentations } = await app.graphql.data<{
      presentations: { nodes: { id: string; contracts: { totalCount: number } }[]; totalCount: number };
    }>(query('totalCount'));
    expect(presentations.totalCount).toBe(presentations.nodes.length);
    const counts = new Map(presentations.nodes.map((one) => [one.id, one.contracts.totalCount]));
    expect([counts.get(presentation.id), counts.get(people[0]?.id ?? '')]).toEqual([2, 0]);
  });
});
