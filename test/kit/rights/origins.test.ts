import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { Clients } from '../../../src/kit/rights/client.ts';
import { parseOrigin } from '../../../src/kit/core/origin-pattern.ts';
import { useApp } from '../../helpers/test-app.ts';
import { parseNetwork } from '../../../src/kit/core/index.ts';

const key = 'a-key-of-sixteen-or-more';
const app = useApp({
  API_KEY: key,
  ALLOWED_ORIGINS: 'https://app.example.com,*.sellers.example,http://localhost:5173',
  PUBLIC_URL: 'https://decks.example.com',
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** As a browser sends it: `fetch` would not let a test set the Origin. */
async function send(path: string, options: { method?: string; headers: Record<string, string> }): Promise<Answer> {
  const sent = request(`${app.base}${path}`, options).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

const authorization = `Bearer ${key}`;

describe('pages of listed origins', () => {
  test.each(['https://app.example.com', 'https://north.sellers.example', 'http://localhost:5173'])(
    'may read answers: %s',
    async (origin) => {
      const { status, headers } = await send('/api/decks', { headers: { origin, authorization } });
      expect(status).toBe(200);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['vary']).toMatch(/\bOrigin\b/);
      expect(String(headers['access-control-expose-headers']).split(',')).toEqual(
        expect.arrayContaining(['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id']),
      );
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  test('have their preflight answered before the key is asked for', async () => {
    const { status, headers } = await send('/api/decks', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('authorization,content-type,idempotency-key');
    expect(headers['access-control-allow-methods']).toContain('PUT');
  });

  test('read the problem of a request that is refused', async () => {
    const { status, headers, body } = await send('/api/decks', { headers: { origin: 'https://app.example.com' } });
    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(JSON.parse(body)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('may ask GraphQL and open sockets', async () => {
    const origin = 'https://app.example.com';
    const query = `/graphql?query=${encodeURIComponent('{ __typename }')}`;
    expect((await send(query, { headers: { origin, authorization } })).status).toBe(200);
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin });
    await once(socket, 'open');
    socket.close();
  });
});

describe('pages of other origins', () => {
  test.each([
    'https://app.example.com.evil.example',
    'https://evilsellers.example',
    'https://sellers.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:5174',
    'null',
  ])('are refused by a problem that names the setting: %s', async (origin) => {
    const { status, headers, body } = await send('/api/decks', { headers: { origin, authorization } });
    expect(status).toBe(403);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['vary']).toMatch(/\bOrigin\b/);
    expect(body).toContain('ALLOWED_ORIGINS');
  });

  test('get no answer to their preflight', async () => {
    const { status, headers } = await send('/api/decks', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(403);
    expect(headers['access-control-allow-methods']).toBeUndefined();
  });

  test('open no socket', async () => {
    const origin = 'https://evil.example';
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  });
});

test('the page of PUBLIC_URL is no other origin', async () => {
  const headers = { origin: 'https://decks.example.com', authorization };
  expect((await send('/api/decks', { headers })).status).toBe(200);
});

describe('an entry of ALLOWED_ORIGINS', () => {
  test.each([
    'https://',
    'app.example.com',
    'https://app.example.com/path',
    'ftp://a.example',
    '*',
    'https://a b',
    '*.',
  ])('is no origin: %s', (text) => expect(parseOrigin(text)).toBeNull());
});

describe('the client of a request', () => {
  const socket = (remoteAddress: string): never => ({ remoteAddress }) as never;
  const proxies = ['10.0.0.0/8', 'fd00::/8'].map((text) => parseNetwork(text) as never);
  const appends = { list: new Clients(proxies, 'x-forwarded-for'), forwarded: new Clients(proxies, 'forwarded') };

  test.each([
    [
      'is the last address that a trusted proxy names',
      'list',
      '10.0.0.1',
      { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
      '203.0.113.9',
    ],
    [
      'is found through a chain of trusted proxies',
      'list',
      '10.0.0.1',
      { 'x-forwarded-for': '203.0.113.9, 10.2.2.2' },
      '203.0.113.9',
    ],
    [
      'is read from Forwarded, where that is chosen',
      'forwarded',
      '10.0.0.1',
      { forwarded: 'for="[2001:db8::7]:4711";host=a.example, for=10.1.1.1', 'x-forwarded-for': '6.6.6.6' },
      '2001:db8::7',
    ],
    [
      'is not read from Forwarded, where X-Forwarded-For is chosen',
      'list',
      '10.0.0.1',
      { forwarded: 'for=6.6.6.6', 'x-forwarded-for': '203.0.113.9' },
      '203.0.113.9',
    ],
    ['is the proxy when only the other header came', 'list', '10.0.0.1', { forwarded: 'for=6.6.6.6' }, '10.0.0.1'],
    [
      'is the proxy when only the other header came, the other way round',
      'forwarded',
      '10.0.0.1',
      { 'x-forwarded-for': '6.6.6.6' },
      '10.0.0.1',
    ],
    ['is the proxy when it hides the client', 'forwarded', '10.0.0.1', { forwarded: 'for=unknown' }, '10.0.0.1'],
    [
      'is the sender when that is no proxy',
      'list',
      '203.0.113.5',
      { 'x-forwarded-for': '198.51.100.1' },
      '203.0.113.5',
    ],
    ['is the proxy when all of the header cannot be read', 'forwarded', '10.0.0.1', { forwarded: 'for="' }, '10.0.0.1'],
    ...[
      'for=", ',
      '"x, ',
      'for=a b, ',
      'for="6.6.6.6, ',
      'for=6.6.6.6;host="evil.example, for=6.6.6.6, ',
      ', ,,',
      `${'for=",'.repeat(1_000)} `,
    ].map(
      (written) =>
        [
          `is the one that the proxy appended, whatever the client wrote before: ${written.slice(0, 50)}`,
          'forwarded',
          '10.0.0.1',
          { forwarded: `${written}for=203.0.113.9` },
          '203.0.113.9',
        ] as const,
    ),
    [
      'is the one that the first of two proxies appended, behind what cannot be read',
      'forwarded',
      '10.0.0.1',
      { forwarded: 'for=", for="[2001:db8::7]:4711";host="a, b", , for=10.1.1.1;by="_x, \\"y"' },
      '2001:db8::7',
    ],
    [
      'is not what a client quotes within an element that the proxy has escaped',
      'forwarded',
      '10.0.0.1',
      { forwarded: 'for=203.0.113.9;host="x, for=6.6.6.6;a=\\"y"' },
      '203.0.113.9',
    ],
    [
      'is a plain address on a socket of IPv6',
      'list',
      '::ffff:10.0.0.1',
      { 'x-forwarded-for': '::ffff:203.0.113.9' },
      '203.0.113.9',
    ],
  ] as const)('%s', (_what, header, from, headers, ip) => {
    expect(appends[header].of({ socket: socket(from), headers })).toMatchObject({ ip });
  });

  test('asks for the host that a trusted proxy writes into Forwarded, and for its Host header otherwise', () => {
    const headers = {
      host: 'inner:4000',
      forwarded: 'for=203.0.113.9;host=decks.example.com',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
    };
    const from = (address: string) => ({ socket: socket(address), headers });
    expect(appends.forwarded.hostOf(from('10.0.0.1'))).toBe('decks.example.com');
    expect(appends.forwarded.hostOf(from('203.0.113.5'))).toBe('inner:4000');
    expect(appends.list.hostOf(from('10.0.0.1'))).toBe('inner:4000');
  });
});
