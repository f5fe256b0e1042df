import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, ProblemAnswer, SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createSlide, createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const key = 'a-key-of-more-than-16-characters';
const locked = useApp({ API_KEY: key });
const json = { 'content-type': 'application/json' };
const nobody = '01900000-0000-7000-8000-000000000000';

describe('paths and methods', () => {
  test.each(['/', '/api', '/api/decks/a/b', '/api/nothing', '//api/decks', '/assets/none.js', '/assets/..', '/%'])(
    'nothing is at %s',
    async (path) => {
      const { status, body } = await app.rest.get(path);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test.each([
    ['DELETE', '/api/decks', 'GET, HEAD, POST'],
    ['GET', `/api/notifications/subscriptions/${nobody}/test`, 'POST'],
    ['POST', `/api/slides/${nobody}`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['DELETE', `/api/decks/${nobody}/slides`, 'GET, HEAD, POST'],
    ['PUT', `/api/decks/${nobody}/faqs`, 'GET, HEAD, POST'],
    ['PUT', `/api/decks/${nobody}/presentations`, 'GET, HEAD, POST'],
    ['PATCH', '/api/notifications/subscriptions', 'GET, HEAD, POST'],
    ['POST', `/api/notifications/subscriptions/${nobody}`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['PROPFIND', '/api/events', 'GET, HEAD, POST'],
    ['PUT', '/graphql', 'GET, POST'],
  ])('%s %s is refused and told what is possible', async (method, path, allow) => {
    const response = await fetch(`${app.base}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  test.each([
    [`/api/slides/${nobody}`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/graphql', 'GET, POST'],
  ])('OPTIONS %s tells what is possible', async (path, allow) => {
    const response = await fetch(`${app.base}${path}`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, allow, '']);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { id } = await createDeck(app.rest);
    const get = await fetch(`${app.base}/api/decks/${id}`);
    const head = await fetch(`${app.base}/api/decks/${id}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('PATCH changes what PUT changes', async () => {
    const { id } = await createDeck(app.rest, { brandName: 'Kept' });
    const answer = await app.rest.send<{ deck: DeckAnswer }>('PATCH', `/api/decks/${id}`, { name: 'Patched' });
    expect([answer.status, answer.body.deck]).toMatchObject([200, { name: 'Patched', brandName: 'Kept' }]);
  });

  test.each(['%00', '%FF', '%E0%A4%A', 'a%2F..%2Fb', 'a'.repeat(8_000)])('%j names no slide', async (name) => {
    const { status, body } = await app.rest.get(`/api/slides/${name}`);
    expect([status, body.status]).toEqual(name === '%00' ? [400, 400] : [404, 404]);
  });

  test.each([
    '/api/decks?limit=0',
    '/api/decks?limit=201',
    '/api/decks?limit=x',
    '/api/decks?limit=',
    '/api/decks?limit=1e2',
    '/api/decks?after=x',
    '/api/decks?search=%00',
    '/api/events?types=Contract',
    '/api/events?deckId=x',
    '/api/notifications/subscriptions?isActive=1',
    `/api/decks/${nobody}/faqs?limit=-1`,
    '/api/slides/a?deckId=x',
  ])('a bad query parameter is named: %s', async (path) => {
    const { status, body } = await app.rest.get(path);
    const [, name = ''] = /\?(\w+)=/.exec(path) ?? [];
    expect([status, body.code, body.errors[0]?.pointer.split('/')[1]]).toEqual([400, 'INVALID_INPUT', name]);
  });
});

describe('headers', () => {
  test('a request id comes back, in problems too', async () => {
    const { headers, body } = await app.rest.get('/nothing', { 'x-request-id': 'trace-1.a_B' });
    expect([headers.get('x-request-id'), body.requestId]).toEqual(['trace-1.a_B', 'trace-1.a_B']);
  });

  test.each(['a b', 'a\tb', '<script>', 'ä', 'a'.repeat(101), '{"a":1}', '../a'])(
    'the request id %j is replaced',
    async (hostile) => {
      const { headers } = await app.rest.get('/healthz', { 'x-request-id': hostile });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('fields that are not known are ignored, and named', async () => {
    const body = { name: 'Ignoring', nmae: 1, 'a\r\nb': 2, ü: 3 };
    const { status, headers } = await app.rest.post('/api/decks', body);
    expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'nmae, a%0D%0Ab, %C3%BC']);
  });

  test('an ETag of an earlier answer guards a change', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    const path = `/api/slides/${slide.id}`;
    const tag = (await app.rest.get(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"\d+"$/);
    const first = await app.rest.put<{ slide: SlideAnswer }>(path, { title: 'First' }, { 'if-match': tag });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    const late = await app.rest.put(path, { title: 'Late' }, { 'if-match': tag });
    expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await app.rest.delete(path, { 'if-match': tag })).status).toBe(412);
    expect((await app.rest.put(path, { title: 'Any' }, { 'if-match': '*' })).status).toBe(200);
    const { body } = await app.rest.get<{ slide: SlideAnswer }>(path);
    expect(body.slide.title).toBe('Any');
  });

  test.each(['3', 'W/"3"', '"a"', '"1", "2"', '"99999999999999999999"'])('If-Match: %s is refused', async (header) => {
    const { id } = await createSubscription(app.rest);
    const path = `/api/notifications/subscriptions/${id}`;
    const { status, body } = await app.rest.put(path, {}, { 'if-match': header });
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/If-Match']);
  });
});

/** Sends bytes as they are, and gives what comes back until the server closes. */
async function raw(base: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

const head = (line: string, host: string, ...more: string[]): string =>
  [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more, '', ''].join('\r\n');
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'a'.repeat(22)}==`,
];

describe('who may ask while no key is set', () => {
  test.each(['http://evil.example', 'https://127.0.0.1', 'null', 'file://'])('a page of %s may not', async (origin) => {
    const { status, body } = await app.rest.get('/api/decks', { origin });
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    const graphql = await fetch(`${app.base}/graphql?query={__typename}`, { headers: { ...json, origin } });
    expect(graphql.status).toBe(403);
  });

  test('a page of our own may', async () => {
    expect((await app.rest.get('/api/decks', { origin: app.base })).status).toBe(200);
  });

  test.each(['evil.example', '127.0.0.1.evil.example', '', '[', '192.168.0.1', 'localhost.'])(
    'a request for the host "%s" may not',
    async (host) => {
      expect(await raw(app.base, head('GET /api/decks', host))).toMatch(/^HTTP\/1.1 40[03] /);
      expect(await raw(app.base, head('GET /graphql', host, ...upgrade))).toMatch(/^HTTP\/1.1 40[03] /);
    },
  );

  test('a socket of another origin may not', async () => {
    const answer = await raw(
      app.base,
      head('GET /graphql', new URL(app.base).host, ...upgrade, 'Origin: http://evil.example'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe('requests that no client library would send', () => {
  const targets = [
    '//',
    '///graphql',
    'http://[',
    '*',
    '/nothing?%',
    '/%00',
    '/api/decks?limit=%',
    'http://evil.example/api/decks',
  ];

  test.each(targets)('the target %s is answered below 500, and the server lives', async (target) => {
    const { host } = new URL(app.base);
    for (const lines of [[], upgrade]) {
      expect(await raw(app.base, head(`GET ${target}`, host, ...lines))).toMatch(/^HTTP\/1.1 [234]\d\d /);
    }
    expect((await app.rest.get('/healthz')).status).toBe(200);
  });

  test('with a key, a senseless host is no failure', async () => {
    const answer = await raw(locked.base, head('GET /api/decks', '[', `Authorization: Bearer ${key}`));
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test('half-sent bodies do not hold up others', async () => {
    const { host, port } = new URL(app.base);
    const start = `POST /api/decks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"na`;
    const slow: Socket[] = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(slow.map((socket) => new Promise((sent) => socket.write(start, sent))));
    await expect(createDeck(app.rest)).resolves.toMatchObject({ currency: 'USD' });
    for (const socket of slow) socket.destroy();
    expect((await app.rest.get('/readyz')).status).toBe(200);
  });

  test('a body that breaks off writes nothing', async () => {
    const before = await app.rowCounts();
    const { host, port } = new URL(app.base);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(
      `POST /api/decks HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"name":"a"}`,
    );
    await once(socket.resume(), 'close');
    expect(await app.rowCounts()).toEqual(before);
  });
});

describe('with a key', () => {
  const operations: [method: string, path: string, isOpen: boolean][] = [];
  beforeAll(async () => {
    const { body } = await locked.rest.get<{ paths: Record<string, Record<string, { security?: [] }>> }>(
      '/api/openapi.json',
    );
    for (const [path, methods] of Object.entries(body.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        operations.push([method.toUpperCase(), path.replaceAll(/\{\w+\}/g, nobody), security?.length === 0]);
      }
    }
  });

  test.each([
    ['no key', undefined],
    ['a wrong key', 'Bearer wrong-key-of-more-than-16'],
    ['another scheme', `Basic ${key}`],
    ['the bare key', key],
  ])('every route is closed to %s, health is open', async (_kind, authorization) => {
    expect(operations.length).toBeGreaterThan(25);
    for (const [method, path, isOpen] of operations) {
      const headers = authorization === undefined ? json : { ...json, authorization };
      const response = await fetch(`${locked.base}${path}`, { method, headers });
      const told = [method, path, response.status, response.headers.get('www-authenticate')];
      expect(told).toEqual([method, path, isOpen ? 200 : 401, isOpen ? null : 'Bearer']);
      if (!isOpen) expect(((await response.json()) as ProblemAnswer).code).toBe('UNAUTHENTICATED');
    }
    const headers = authorization === undefined ? json : { ...json, authorization };
    const response = await fetch(`${locked.base}/graphql`, {
      method: 'POST',
      headers,
      body: '{"query":"{__typename}"}',
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('only health checks are open', () => {
    expect(operations.filter(([, , isOpen]) => isOpen).map(([, path]) => path)).toEqual(['/healthz', '/readyz']);
  });

  test('a page of another origin is refused even with the key', async () => {
    expect((await locked.rest.get('/api/decks', { origin: 'http://evil.example' })).status).toBe(403);
  });
});
