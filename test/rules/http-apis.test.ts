import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, ProblemAnswer, SlideAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createSlide, createSubscription } from '../helpers/factories.ts';
import { describeBehindNginx, type Nginx, startNginx } from '../helpers/nginx.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';

const app = useApp();
const key = 'a-key-of-more-than-16-characters';
const locked = useApp({ API_KEY: key });
const json = { 'content-type': 'application/json' };
const nobody = '01900000-0000-7000-8000-000000000000';

describe('paths and methods', () => {
  test.each(['/api/decks/a/b', '/api/nothing', '//api/decks', '/assets/none.js', '/assets/..%2fhome', '/%'])(
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
    ['PUT', '/graphql', 'GET, HEAD, POST'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const response = await fetch(`${app.base}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  test.each([
    [`/api/slides/${nobody}`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/graphql', 'GET, HEAD, POST'],
  ])('OPTIONS %s lists the allowed methods', async (path, allow) => {
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

  test.each(['PUT', 'PATCH'])(
    '%s leaves absent fields, replaces given ones whole and merges languages',
    async (method) => {
      const deck = await createDeck(app.rest, { brandName: 'Kept', variables: { a: 1 } });
      const change = async <Answer>(path: string, body: object): Promise<Answer> => {
        const answer = await app.rest.send<Answer>(method, path, body);
        expect(answer.status).toBe(200);
        return answer.body;
      };
      expect(await change(`/api/decks/${deck.id}`, { name: 'New', variables: { b: 2 } })).toMatchObject({
        deck: { name: 'New', brandName: 'Kept', variables: { b: 2 } },
      });
      const inLanguage = { title: 'T', bullets: [], narrationScript: 'N' };
      const slide = await createSlide(app.rest, deck.id, {
        bullets: ['one', 'two'],
        productData: { subtitle: 'Gone', good: { price: 1 }, best: { price: 3 } },
        translations: { es: inLanguage },
      });
      const path = `/api/slides/${slide.id}`;
      const { slide: changed } = await change<{ slide: SlideAnswer }>(path, {
        productData: { good: { name: 'New' } },
        translations: { de: inLanguage },
      });
      expect(changed).toMatchObject({ title: slide.title, bullets: ['one', 'two'] });
      const given = Object.entries(changed.productData ?? {}).filter(
        ([, value]) => value !== null && value !== undefined,
      );
      expect(Object.fromEntries(given)).toEqual({ good: { name: 'New' } });
      const { body } = await app.rest.get<{ translations: object }>(`${path}/translations`);
      expect(Object.keys(body.translations).sort()).toEqual(['de', 'es']);
      const { id } = await createSubscription(app.rest, { channelConfig: { level: 'warn', prefix: 'Gone' } });
      const subscription = await change(`/api/notifications/subscriptions/${id}`, { channelConfig: { level: 'info' } });
      expect(subscription).toMatchObject({ channel: 'console', channelConfig: { level: 'info' } });
      expect(JSON.stringify(subscription)).not.toContain('Gone');
    },
  );

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
    '/api/events?types=contract*',
    '/api/events?deckId=x',
    '/api/notifications/subscriptions?isActive=1',
    `/api/decks/${nobody}/faqs?limit=-1`,
    '/api/slides/a?deckId=x',
    '/api/decks?limit=1&limit=2',
    '/api/decks?after=a&after=a',
    '/api/events?types=',
    '/api/events?types=contract.signed&types=',
    '/api/events?deckId=',
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
    expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'nmae;nearest=name, a%0D%0Ab, %C3%BC']);
  });

  const wrong = (name: string): object => ({ [name]: 1 });
  test.each<[string, string, object | undefined, string]>([
    ['POST', '/api/decks', { 'a.b, c': 1, naem: 'Refused' }, 'a%2Eb%2C%20c, naem;nearest=name'],
    ['POST', '/api/decks', { y: 1 }, 'y'],
    ['POST', '/api/decks', { naem: 'Refused' }, 'naem;nearest=name'],
    [
      'POST',
      `/api/decks/${nobody}/presentations`,
      { homeowner: { frist_name: 'A', last_name: 'B' }, voice_settings: wrong('voice') },
      'homeowner.frist_name;nearest=first_name, voice_settings.voice',
    ],
    [
      'POST',
      `/api/decks/${nobody}/presentations/bulk`,
      { inputs: [7, {}, null, { homeowner: wrong('x') }] },
      'inputs.3.homeowner.x',
    ],
    [
      'PUT',
      `/api/slides/${nobody}`,
      {
        productData: { foo: 1, good: wrong('free') },
        wordTimings: [{ word: 'a', startTime: 0, endTime: 1, end: 1 }],
        translations: { es: wrong('titel') },
      },
      'wordTimings.0.end, productData.foo, translations.es.titel;nearest=title',
    ],
    [
      'POST',
      '/api/notifications/subscriptions',
      { channel: 'webhook', channelConfig: { url: 'x', hedaers: {} } },
      'channelConfig.hedaers;nearest=headers',
    ],
    ['PUT', `/api/notifications/subscriptions/${nobody}`, { channelConfig: { hedaers: {} } }, ''],
    ['POST', '/api/events', { type: 'a.b', deckId: nobody, data: wrong('free') }, ''],
  ])('%s %s names what it ignores at any depth', async (method, path, body, names) => {
    const { headers } = await app.rest.send(method, path, body);
    expect(headers.get('x-ignored-fields') ?? '').toBe(names);
  });

  test.each([
    ['GET', '/api/events?type=contract.signed', '/type', 'types'],
    ['GET', '/api/events/stream?type=contract.signed', '/type', 'types'],
    ['POST', '/api/events/stream?type=contract.signed', '/type', 'types'],
    ['GET', '/api/decks?limt=1', '/limt', 'limit'],
    ['GET', '/api/decks?q=roof', '/q', null],
    ['GET', '/api/decks?Limit=1', '/Limit', 'limit'],
    ['GET', `/api/decks/${nobody}/stream?kye=1`, '/kye', 'key'],
    ['GET', '/api/slides/a?deck_id=x', '/deck_id', 'deckId'],
    ['DELETE', '/api/slides/a?deckid=x', '/deckid', 'deckId'],
    ['GET', '/api/notifications/subscriptions?active=true', '/active', 'isActive'],
    ['GET', '/api/notifications/deliveries?state=dead', '/state', null],
    ['GET', '/api/audit?form=2026-01-01', '/form', null],
    ['POST', '/api/homeowners/export?email=a@example.com', '/email', null],
    ['GET', '/api/logos/a.png?singature=x', '/singature', 'signature'],
    ['GET', '/api/openapi.json?x=1&x=2', '/x', null],
  ])('%s %s is refused, because its answer would be another one', async (method, path, pointer, nearest) => {
    const { status, headers, body } = await app.rest.send(method, path);
    const [fault] = body.errors;
    expect([status, fault?.pointer, fault?.code]).toEqual([400, pointer, 'unknown']);
    expect(/did you mean (\w+)\?/.exec(fault?.detail ?? '')?.[1] ?? null).toBe(nearest);
    expect(headers.get('x-ignored-fields')).toBeNull();
  });

  test.each([
    ['DELETE', 'dry_run=true', '/dry_run'],
    ['PUT', 'name=Query', '/name'],
    ['PATCH', 'dryRun=1', '/dryRun'],
    ['DELETE', 'If-Match=1', '/If-Match'],
  ])('a %s with %s is refused and changes nothing, though it takes no parameters', async (method, query, pointer) => {
    const { body } = await app.rest.post<{ deck: DeckAnswer }>('/api/decks', { name: 'Kept' });
    const path = `/api/decks/${body.deck.id}`;
    const input = method === 'DELETE' ? undefined : { name: 'Changed' };
    const refused = await app.rest.send<ProblemAnswer>(method, `${path}?${query}`, input);
    const [fault] = refused.body.errors;
    expect([refused.status, fault?.pointer, fault?.code]).toEqual([400, pointer, 'unknown']);
    expect(fault?.detail).toMatch(/is no parameter of this operation\. It takes no parameters: leave it out/);
    expect((await app.rest.get(path)).body).toEqual(body);
    expect((await app.rest.send(method, `${path}?_=1`, input)).status).toBeLessThan(300);
  });

  test('what jQuery adds against caches is ignored everywhere', async () => {
    expect((await app.rest.get('/api/events?_=1700000000000')).status).toBe(200);
  });

  test('at most 20 names in 1,000 characters are reported, whatever is sent', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]);
    const short = await app.rest.post('/api/decks', Object.fromEntries(many));
    expect(short.headers.get('x-ignored-fields')?.split(', ')).toHaveLength(20);
    const long = many.slice(0, 20).map(([name]) => [`${name}${'\u{1f600}'.repeat(99)}`, 0]);
    const { status, headers } = await app.rest.post('/api/decks', Object.fromEntries(long));
    expect([status, (headers.get('x-ignored-fields') ?? '').length <= 1_000]).toEqual([400, true]);
  });

  test('a list is given by repeating its parameter, with commas, or both', async () => {
    for (const type of ['list.a', 'list.b', 'list.c']) await app.rest.post('/api/events', { type });
    const listed = async (query: string): Promise<string[]> => {
      const { body } = await app.rest.get<{ events: { type: string }[] }>(`/api/events?${query}`);
      return body.events.map(({ type }) => type);
    };
    // On PostgreSQL an event is listed once all transactions that began before it have ended, those of other tests too.
    await eventually(async () => (await listed('types=list.c')).length === 1);
    for (const query of ['types=list.a&types=list.c', 'types=list.a,list.c', 'types=list.a&types=list.c,list.a']) {
      expect([query, await listed(query)]).toEqual([query, ['list.a', 'list.c']]);
    }
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

  test.each([
    ['"1"', 200],
    ['W/"1"', 200],
    ['W/"1-gzip"', 200],
    ['"1-br"', 200],
    ['"1;gzip"', 200],
    ['"1--gzip"', 200],
    ['"9", W/"1" , "foreign"', 200],
    ['"1", ', 200],
    [',"1",,', 200],
    [', "9" , ,"1"', 200],
    [',', 400],
    ['"1" "9"', 400],
    ['*', 200],
    ['W/"3"', 412],
    ['"a"', 412],
    ['"2", "3"', 412],
    ['"1-0123456789ab"', 412],
    ['"99999999999999999999"', 412],
    ['3', 400],
    ['"1', 400],
    ['"1" "2"', 400],
  ])('If-Match: %s of something at version 1 is answered %i', async (header, expected) => {
    const { id } = await createSubscription(app.rest);
    const path = `/api/notifications/subscriptions/${id}`;
    const { status, body } = await app.rest.put(path, { name: 'New' }, { 'if-match': header });
    expect(status).toBe(expected);
    if (expected === 400) expect(body.errors[0]?.pointer).toBe('/If-Match');
    expect((await app.rest.delete(path, { 'if-match': header })).status).toBe(
      expected === 200 && header !== '*' ? 412 : expected === 200 ? 204 : expected,
    );
  });

  test('If-None-Match: * replaces nothing that exists, and creates what does not', async () => {
    const slide = await createSlide(app.rest, (await createDeck(app.rest)).id);
    const path = `/api/slides/${slide.id}`;
    const headers = { 'if-none-match': '*' };
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = method === 'DELETE' ? undefined : { title: 'Overwritten' };
      expect([method, (await app.rest.send(method, path, body, headers)).status]).toEqual([method, 412]);
    }
    expect((await app.rest.put(`/api/slides/${nobody}`, { title: 'New' }, headers)).status).toBe(404);
    const translation = { title: 'Hola', bullets: [], narrationScript: 'Hola.' };
    const first = await app.rest.put(`${path}/translations/es`, translation, headers);
    const second = await app.rest.put(`${path}/translations/es`, { ...translation, title: 'Otra' }, headers);
    expect([first.status, second.status]).toEqual([200, 412]);
    const { body } = await app.rest.get<{ slide: SlideAnswer; translation: { title: string } }>(
      `${path}/translations/es`,
    );
    expect(body.translation.title).toBe('Hola');
  });
});

describeBehindNginx('behind a proxy that compresses', () => {
  let nginx: Nginx;
  use(async () => {
    // It weakens each tag.
    nginx = await startNginx(
      `gzip on; gzip_proxied any; gzip_min_length 1; gzip_types application/json;
       location / { proxy_pass ${app.base}; proxy_set_header Accept-Encoding ""; }`,
    );
    return () => nginx.stop();
  });

  test('a change is taken with the weak tag that its client was given', async () => {
    const { id } = await createDeck(app.rest);
    const url = `${nginx.base}/api/decks/${id}`;
    const read = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    await read.arrayBuffer();
    const tag = read.headers.get('etag') ?? '';
    expect([read.headers.get('content-encoding'), tag]).toEqual(['gzip', 'W/"1"']);
    const change = async (name: string): Promise<number> => {
      const body = JSON.stringify({ name });
      const headers = { ...json, 'if-match': tag };
      return (await fetch(url, { method: 'PUT', headers, body })).status;
    };
    expect([await change('First'), await change('Late')]).toEqual([200, 412]);
    const known = { 'if-none-match': 'W/"2"', 'accept-encoding': 'gzip' };
    expect((await fetch(url, { headers: known })).status).toBe(304);
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

  test.each([
    ['may link to an answer', '/api/decks', 'navigate', 'document', 200],
    ['may not frame one', '/api/decks', 'navigate', 'iframe', 403],
    ['may not embed one', '/api/decks', 'no-cors', 'image', 403],
    ['may not link to a query', '/graphql?query={__typename}', 'navigate', 'document', 403],
  ])('a page of another site %s', async (_what, path, mode, destination, status) => {
    const fetched = [`Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${destination}`];
    const { host } = new URL(app.base);
    const answer = await raw(app.base, head(`GET ${path}`, host, 'Sec-Fetch-Site: cross-site', ...fetched));
    expect(answer.split(' ')[1]).toBe(String(status));
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

describe('a request with two Host lines', () => {
  test.each(['GET /api/decks', 'GET /healthz', 'GET /graphql?query={__typename}', 'GET /nothing'])(
    'is refused: %s',
    async (line) => {
      const { host } = new URL(app.base);
      for (const lines of [[], upgrade]) {
        expect(await raw(app.base, head(line, host, 'Host: evil.example', ...lines))).toMatch(/^HTTP\/1.1 400 /);
        expect(await raw(app.base, head(line, host, `Host: ${host}`, ...lines))).toMatch(/^HTTP\/1.1 400 /);
      }
    },
  );
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
      const reported = [method, path, response.status, response.headers.get('www-authenticate')];
      expect(reported).toEqual([method, path, isOpen ? 200 : 401, isOpen ? null : 'Bearer']);
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

  test('only health checks are open, and what names the APIs', () => {
    expect(operations.filter(([, , isOpen]) => isOpen).map(([, path]) => path)).toEqual([
      '/healthz',
      '/readyz',
      '/',
      '/api',
    ]);
  });

  test('a page of another origin is refused even with the key', async () => {
    expect((await locked.rest.get('/api/decks', { origin: 'http://evil.example' })).status).toBe(403);
  });
});
