import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../helpers/eventually.ts';
import { useApp } from '../../helpers/test-app.ts';

describe('with PUBLIC_URL over HTTPS and every switch off', () => {
  const app = useApp({
    PUBLIC_URL: 'https://decks.example.com',
    INTROSPECTION: 'off',
    FIELD_SUGGESTIONS: 'off',
    GRAPHIQL: 'off',
  });

  test('nobody reads the schema, over HTTP or in a socket', async () => {
    const query = '{ __schema { types { name } } }';
    const { errors } = await app.graphql.send(query);
    expect(errors?.[0]?.message).toContain('introspection has been disabled');
    const asked = app.live().subscribe(query);
    await eventually(() => asked.ended() !== undefined, { what: 'the refusal of the socket' });
    expect(JSON.stringify(asked.ended())).toContain('introspection has been disabled');
    expect(await app.graphql.data('{ __typename }')).toEqual({ __typename: 'Query' });
    const { status, body } = await app.rest.get<{ reason: string }>('/graphql/schema.graphql');
    expect([status, body.reason]).toEqual([403, 'introspection_off']);
  });

  test('an error does not name what was perhaps meant', async () => {
    const { errors } = await app.graphql.send('{ dekcs { nodes { id } } }');
    expect(errors?.[0]?.message).toBe('Cannot query field "dekcs" on type "Query".');
  });

  test('a browser gets no page', async () => {
    const response = await fetch(`${app.base}/graphql`, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).not.toContain('html');
    await response.body?.cancel();
  });

  test('browsers remember that the host speaks HTTPS alone', async () => {
    const response = await fetch(`${app.base}/api/decks`);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    await response.body?.cancel();
  });
});

describe('by default', () => {
  const app = useApp();

  test.each(['/api/decks', '/graphql?query={__typename}', '/api/decks/none', '/api/nothing'])(
    'an answer is stored nowhere and no link of it says where it was: %s',
    async (path) => {
      const response = await fetch(`${app.base}${path}`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('strict-transport-security')).toBeNull();
      await response.body?.cancel();
    },
  );

  test('an error names what was perhaps meant', async () => {
    const { errors } = await app.graphql.send('{ dekcs { nodes { id } } }');
    expect(errors?.[0]?.message).toContain('Did you mean');
  });
});
