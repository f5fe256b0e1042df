import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { describe, expect, test } from '@jest/globals';
import { Client, fetchExchange } from '@urql/core';
import { ClientError, GraphQLClient } from 'graphql-request';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const key = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: key, ROLES: 'web' });
const authorization = `Bearer ${key}`;
const read = 'query ($id: ID!) { deck(id: $id) { name } }';

interface Sent {
  readonly method: string;
  readonly status: number;
}

/** The fetch of Node, which notes how each request was sent and answered, and may change what is sent. */
function notingFetch(sent: Sent[], change: RequestInit = {}): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, ...change });
    sent.push({ method: change.method ?? init?.method ?? 'GET', status: response.status });
    return response;
  };
}

function urql(sent: Sent[], headers: Record<string, string>, change?: RequestInit): Client {
  return new Client({
    url: `${app.base}/graphql`,
    exchanges: [fetchExchange],
    fetch: notingFetch(sent, change),
    fetchOptions: { headers },
  });
}

function apollo(sent: Sent[], headers: Record<string, string>, change?: RequestInit): ApolloClient {
  const link = new HttpLink({ uri: `${app.base}/graphql`, fetch: notingFetch(sent, change), headers });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

describe('queries by GET', () => {
  test('urql with its defaults reads', async () => {
    const { id, name } = await createDeck(app.rest);
    const sent: Sent[] = [];
    const { data, error } = await urql(sent, { authorization }).query<{ deck: object }>(read, { id }).toPromise();
    expect([error, data, sent]).toEqual([undefined, { deck: { name } }, [{ method: 'GET', status: 200 }]]);
  });

  test.each(['/graphql', '/graphql/'])('graphql-request reads by GET at %s', async (path) => {
    const { id, name } = await createDeck(app.rest);
    const client = new GraphQLClient(`${app.base}${path}`, { method: 'GET', headers: { authorization } });
    expect(await client.request(read, { id })).toEqual({ deck: { name } });
  });

  test('graphql-request receives the code of a refusal', async () => {
    const client = new GraphQLClient(`${app.base}/graphql`, { method: 'GET' });
    await expect(client.request(read, { id: 'any' })).rejects.toMatchObject({
      response: { status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    });
  });
});

describe('a URL of GraphQL', () => {
  const ask = (search: string, method = 'GET') =>
    fetch(`${app.base}/graphql?${search}`, { method, headers: { authorization } });
  const query = `query=${encodeURIComponent('query Names { __typename }')}`;

  test.each(['operationName=', 'variables=', 'extensions=', 'operationName=&variables=&extensions='])(
    'with %s equals one without',
    async (empty) => {
      const response = await ask(`${query}&${empty}`);
      expect([response.status, await response.json()]).toMatchObject([200, { data: { __typename: 'Query' } }]);
    },
  );

  test.each([query, 'query=%7B', `query=${encodeURIComponent('mutation { __typename }')}`, 'operationName=x'])(
    'answers HEAD as GET, without the body: %s',
    async (search) => {
      const [get, head] = [await ask(search), await ask(search, 'HEAD')];
      const text = await get.text();
      expect([head.status, await head.text()]).toEqual([get.status, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      for (const name of ['content-type', 'etag', 'x-query-cost'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    },
  );
});

describe('a client with its defaults', () => {
  const headers = { authorization };
  const write = 'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { deck { name } } }';
  const broken = 'query { deck(id: "x") { nme } }';
  /** The status, and the code and message of the first error. */
  const reported = [400, 'GRAPHQL_VALIDATION_FAILED', 'Cannot query field "nme" on type "Deck". Did you mean "name"?'];
  const input = { name: 'Written by a client' };

  test('graphql-request reads, writes, and receives the error of an invalid document', async () => {
    const { id, name } = await createDeck(app.rest);
    const client = new GraphQLClient(`${app.base}/graphql`, { headers });
    expect(await client.request(read, { id })).toEqual({ deck: { name } });
    expect(await client.request(write, { input })).toEqual({ createDeck: { deck: input } });
    const error: unknown = await client.request(broken).catch((thrown: unknown) => thrown);
    if (!(error instanceof ClientError)) throw error;
    const [fault] = error.response.errors ?? [];
    expect([error.response.status, fault?.extensions['code'], fault?.message]).toEqual(reported);
  });

  test('Apollo Client reads, also by GET where it is configured to, writes, and receives the error of an invalid document', async () => {
    const { id, name } = await createDeck(app.rest);
    const sent: Sent[] = [];
    const client = apollo(sent, headers);
    const query = gql(read);
    expect((await client.query({ query, variables: { id } })).data).toMatchObject({ deck: { name } });
    const byGet = { query, variables: { id }, context: { fetchOptions: { method: 'GET' } } };
    expect((await client.query({ ...byGet, fetchPolicy: 'no-cache' })).data).toMatchObject({ deck: { name } });
    expect((await client.mutate({ mutation: gql(write), variables: { input } })).data).toMatchObject({
      createDeck: { deck: input },
    });
    const error = await client.query({ query: gql(broken) }).catch((thrown: unknown) => thrown);
    if (!CombinedGraphQLErrors.is(error)) throw error;
    expect([sent.at(-1)?.status, error.errors[0]?.extensions?.['code'], error.errors[0]?.message]).toEqual(reported);
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST']);
  });

  test('urql writes by POST, also where it is configured to read by GET, and receives the error of an invalid document', async () => {
    const { id, name } = await createDeck(app.rest);
    const sent: Sent[] = [];
    const client = urql(sent, headers);
    expect((await client.mutation(write, { input }).toPromise()).data).toMatchObject({ createDeck: { deck: input } });
    const { error } = await client.query(broken, {}).toPromise();
    const [fault] = error?.graphQLErrors ?? [];
    expect([sent.at(-1)?.status, fault?.extensions['code'], fault?.message]).toEqual(reported);
    const preferGetMethod = 'force' as const;
    expect((await client.query(read, { id }, { preferGetMethod }).toPromise()).data).toMatchObject({ deck: { name } });
    expect((await client.mutation(write, { input }, { preferGetMethod }).toPromise()).error).toBeUndefined();
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'POST']);
  });
});

describe('a refusal before GraphQL', () => {
  const write = gql('mutation { createDeck(input: { name: "never" }) { deck { id } } }');
  const refusals: [
    kind: string,
    headers: Record<string, string>,
    change: RequestInit,
    reported: [number, string, RegExp],
  ][] = [
    ['without a key', {}, {}, [401, 'UNAUTHENTICATED', /API key/]],
    ['from a foreign page', { authorization, origin: 'http://evil.example' }, {}, [403, 'FORBIDDEN', /origins/]],
    ['by PUT', { authorization }, { method: 'PUT' }, [405, 'METHOD_NOT_ALLOWED', /PUT/]],
    ['of malformed JSON', { authorization }, { body: '{"query' }, [400, 'INVALID_INPUT', /not valid JSON/]],
    ['of 2 MB', { authorization }, { body: ' '.repeat(2_000_000) }, [413, 'PAYLOAD_TOO_LARGE', /1 MiB/]],
    [
      'as plain text',
      { authorization, 'content-type': 'text/plain' },
      {},
      [415, 'UNSUPPORTED_MEDIA_TYPE', /application\/json/],
    ],
  ];

  test.each(refusals)(
    'of a request %s is an error with message and code in urql',
    async (_kind, headers, change, reported) => {
      const [status, code, message] = reported;
      const sent: Sent[] = [];
      const { error } = await urql(sent, headers, change).mutation(write, {}).toPromise();
      expect(sent).toMatchObject([{ status }]);
      expect(error?.networkError).toBeUndefined();
      expect(error?.graphQLErrors).toMatchObject([
        { message: expect.stringMatching(message), extensions: { code, problem: { status, code } } },
      ]);
    },
  );

  test.each(refusals)(
    'of a request %s is an error with message and code in Apollo',
    async (_kind, headers, change, reported) => {
      const [status, code, message] = reported;
      const sent: Sent[] = [];
      const error = await apollo(sent, headers, change)
        .mutate({ mutation: write })
        .catch((thrown: unknown) => thrown);
      expect(sent).toMatchObject([{ status }]);
      if (!CombinedGraphQLErrors.is(error)) throw error;
      expect(error.message).toMatch(message);
      expect(error.errors).toMatchObject([{ extensions: { code, problem: { status, code } } }]);
    },
  );

  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
  ])('comes to a client that accepts %s as %s, and keeps WWW-Authenticate', async (accept, mediaType) => {
    const headers = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) };
    const post = { method: 'POST', headers, body: '{"query":"{__typename}"}' };
    const refused = await fetch(`${app.base}/graphql`, post);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(refused.headers.get('content-type')).toBe(mediaType);
    const answered = await fetch(`${app.base}/graphql`, { ...post, headers: { ...headers, authorization } });
    expect([answered.status, answered.headers.get('content-type')]).toEqual([200, mediaType]);
  });
});
