import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSetCookie } from 'cookie';
import { createClient } from 'graphql-ws';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { loadConfig } from '../../../src/config.ts';
import { SessionCookie } from '../../../src/kit/rights/session-cookie.ts';
import type { ProblemAnswer, Schemas } from '../../helpers/answers.ts';
import { dump } from '../../helpers/dump.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, deckInput } from '../../helpers/factories.ts';
import { Issuer } from '../../helpers/issuer.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts } from '../../contracts/contracts.ts';
import { bearer, expire, issue, type Issued } from '../keys/issued.ts';
import { isSecure } from '../../../src/kit/core/index.ts';

const apiKey = 'a-key-of-sixteen-or-more';
const listed = 'https://app.example.com';
const issuer = useServer(new Issuer());
const app = useApp(() => ({ ...issuer.env, API_KEY: apiKey, ALLOWED_ORIGINS: listed }));

type SessionAnswer = Schemas['Session'];

/** What a browser keeps of a session. */
interface Browser {
  readonly session: SessionAnswer;
  /** The headers of requests that only read. */
  readonly cookie: { readonly cookie: string };
  /** Those of other requests of our own page. */
  readonly own: Readonly<Record<string, string>>;
  readonly setCookie: string;
}

/** Signs in with a key or token. The client without a key of its own shows that the cookie is enough. */
async function signIn(token: string, { base, rest } = app): Promise<Browser> {
  const { status, body, headers } = await rest.post<{ session: SessionAnswer }>(
    '/api/session',
    undefined,
    bearer(token),
  );
  if (status !== 201) throw new Error(`POST ${base}/api/session answered ${status}: ${JSON.stringify(body)}`);
  const [setCookie = ''] = headers.getSetCookie();
  const cookie = { cookie: setCookie.split(';', 1)[0] ?? '' };
  const { session } = body;
  return { session, cookie, own: { ...cookie, 'x-csrf-token': session.csrfToken ?? '' }, setCookie };
}

async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
  { base } = app,
): Promise<{ status: number; body: Partial<ProblemAnswer>; headers: Headers }> {
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(base + url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...given,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as object) : {},
  };
}

const statusBy = async ({ cookie }: Browser, at = app): Promise<number> =>
  (await send('GET', '/api/session', cookie, undefined, at)).status;

describe('a session of a browser', () => {
  test('is a cookie that no script reads and no other site sends, and identifies the caller', async () => {
    const { apiKey: key, token } = await issue(app, { scopes: ['decks:write', 'events:read'] });
    const browser = await signIn(token);
    const { value: stored, maxAge, ...shape } = parseSetCookie(browser.setCookie);
    expect(shape).toEqual({ name: 'deckcast', httpOnly: true, sameSite: 'strict', path: '/' });
    expect(stored).toMatch(/^ds_[\w-]{43}$/);
    expect(maxAge).toBeGreaterThan(43_190);
    expect(maxAge).toBeLessThanOrEqual(43_200);
    const { body, headers } = await send('GET', '/api/session', browser.cookie);
    expect(body).toEqual({ session: browser.session });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(browser.session).toMatchObject({
      kind: 'key',
      holder: key.id,
      scopes: ['decks:write', 'events:read'],
      deckIds: null,
    });
    const hours = (Date.parse(browser.session.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
    expect(await dump(app)).not.toContain(stored?.slice(3));
  });

  test('behind HTTPS has a cookie that no other host can set', () => {
    const { http } = loadConfig({ PUBLIC_URL: 'https://decks.example.com' });
    expect(parseSetCookie(new SessionCookie(isSecure(http)).written('x', 60))).toEqual({
      name: '__Host-deckcast',
      value: 'x',
      maxAge: 60,
      httpOnly: true,
      secure: true,
      sameSite: 'strict',
      path: '/',
    });
  });

  test('behaves as its key: same scopes, same decks, same results of Idempotency-Keys', async () => {
    const [own, foreign] = [await createDeck(app.rest), await createDeck(app.rest)];
    const { token } = await issue(app, { scopes: ['decks:write'], deckIds: [own.id] });
    const browser = await signIn(token);
    const asked: [method: string, url: string, body?: object][] = [
      ['GET', '/api/decks'],
      ['GET', `/api/decks/${own.id}`],
      ['GET', `/api/decks/${foreign.id}`],
      ['PUT', `/api/decks/${own.id}`, { name: 'Changed' }],
      ['PUT', `/api/decks/${foreign.id}`, { name: 'Changed' }],
      ['POST', '/api/decks', deckInput()],
      ['GET', '/api/events'],
      ['GET', '/api/keys'],
      ['POST', `/api/decks/${own.id}/faqs`, { userQuestion: 'New?', cannedAnswer: 'New.' }],
      ['GET', '/api/openapi.json'],
    ];
    const statuses = async (headers: Readonly<Record<string, string>>): Promise<number[]> => {
      const answers: number[] = [];
      for (const [method, url, body] of asked) answers.push((await send(method, url, headers, body)).status);
      return answers;
    };
    const byCookie = await statuses(browser.own);
    expect(byCookie).toEqual(await statuses(bearer(token)));
    expect(byCookie).toEqual([200, 200, 404, 200, 404, 403, 403, 403, 201, 200]);
    const faq = { userQuestion: 'Again?', cannedAnswer: 'No.' };
    const keyed = { 'idempotency-key': 'by-either' };
    const first = await send('POST', `/api/decks/${own.id}/faqs`, { ...browser.own, ...keyed }, faq);
    expect((await send('POST', `/api/decks/${own.id}/faqs`, { ...bearer(token), ...keyed }, faq)).body).toEqual(
      first.body,
    );
  });

  test('plays media, captions, documents and live events, which send no header', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { narrationScript: 'Hello.' });
    const presentation = await createPresentation(app.rest, deckId);
    const contracts = new Contracts(app);
    const contract = await contracts.in('draft');
    const audioKey = 'b'.repeat(64);
    const folder = path.join(app.dataDir, 'audio', 'bb');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${audioKey}.mp3`), 'audio');
    const browser = await signIn(apiKey);
    const urls = [
      `/api/audio/${audioKey}.mp3`,
      `/api/presentations/${presentation.id}/slides/${presentation.slides[0]?.id}.vtt`,
      `/api/contracts/${contract.id}/document.pdf`,
    ];
    for (const url of urls) {
      expect([url, (await send('GET', url, browser.cookie)).status]).toEqual([url, 200]);
      expect([url, (await send('GET', url, {})).status]).toEqual([url, 401]);
    }
    const stream = await EventStream.open(`${app.base}/api/events/stream`, browser.cookie);
    expect(stream.answer.statusCode).toBe(200);
    await send('DELETE', '/api/session', browser.own);
    await eventually(() => stream.ended === 'complete', { what: 'the end of the stream' });
    expect(stream.received.at(-1)).toMatchObject({ event: 'problem', data: { code: 'FORBIDDEN' } });
  });

  test('is not begun by a session, nor stored under an Idempotency-Key', async () => {
    const browser = await signIn(apiKey);
    expect(await send('POST', '/api/session', browser.own)).toMatchObject({ status: 409 });
    const keyed = { ...bearer(apiKey), 'idempotency-key': 'once' };
    expect(await send('POST', '/api/session', keyed)).toMatchObject({ status: 400 });
  });

  test('leaves the cookie aside where a request has an Authorization header', async () => {
    const browser = await signIn(apiKey);
    const { token } = await issue(app, { scopes: ['decks:read'] });
    const { body } = await send('GET', '/api/session', { ...browser.cookie, ...bearer(token) });
    expect(body).toMatchObject({ session: { kind: 'key', csrfToken: null } });
    expect((await send('GET', '/api/session', { ...browser.cookie, ...bearer('x') })).status).toBe(401);
    // No browser adds the header by itself: no token beside it is needed.
    expect((await send('PUT', '/api/decks/x', { ...browser.cookie, ...bearer(apiKey) }, {})).status).toBe(400);
  });

  test('that nobody has is refused as a wrong key is', async () => {
    const { cookie } = await signIn(apiKey);
    const other = { cookie: cookie.cookie.slice(0, -3) + (cookie.cookie.endsWith('AAA') ? 'BBB' : 'AAA') };
    for (const headers of [other, { cookie: 'deckcast=x' }, { cookie: 'deckcast=%' }, { cookie: ';;=' }]) {
      const { status, body } = await send('GET', '/api/decks', headers);
      expect([status, body.detail]).toEqual([401, expect.stringContaining('Send a valid API key')]);
    }
  });
});

describe('pages of other sites', () => {
  test('change nothing by the cookie: each request that may needs the token of the session', async () => {
    const [browser, another] = [await signIn(apiKey), await signIn(apiKey)];
    const foreign = { ...browser.cookie, 'x-csrf-token': another.session.csrfToken ?? '' };
    for (const headers of [browser.cookie, { ...browser.cookie, 'x-csrf-token': '' }, foreign]) {
      for (const [method, url] of [
        ['POST', '/api/decks'],
        ['PUT', '/api/decks/x'],
        ['PATCH', '/api/decks/x'],
        ['DELETE', '/api/session'],
        ['POST', '/graphql'],
        ['GET', '/graphql?query={__typename}'],
      ] as const) {
        const { status, body } = await send(
          method,
          url,
          headers,
          method === 'GET' ? undefined : { query: '{ __typename }' },
        );
        expect([method, url, status, JSON.stringify(body)]).toEqual([
          method,
          url,
          403,
          expect.stringContaining('X-CSRF-Token'),
        ]);
      }
    }
    expect(await send('POST', '/graphql', browser.own, { query: '{ __typename }' })).toMatchObject({ status: 200 });
    expect(await send('GET', '/graphql?query={__typename}', browser.own)).toMatchObject({ status: 200 });
    expect((await send('POST', '/api/decks', browser.own, deckInput())).status).toBe(201);
    expect(await statusBy(browser)).toBe(200);
  });

  test('are refused by their origin too, whatever they know', async () => {
    const { own } = await signIn(apiKey);
    const sent = request(`${app.base}/api/decks`, { headers: { ...own, origin: 'https://evil.example' } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  /** @returns the code with which the socket was closed; null while it is open */
  async function openSocket(headers: Record<string, string>): Promise<() => number | null> {
    let code: number | null = null;
    let isOpen = false;
    const client = createClient({
      url: `${app.base.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string) {
          super(address, protocols, { headers });
          this.on('unexpected-response', (_request, response) => (code = response.statusCode ?? 0));
        }
      },
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => undefined,
      on: { connected: () => (isOpen = true), closed: (event) => (code ??= (event as { code: number }).code) },
    });
    await eventually(() => isOpen || code !== null);
    client.subscribe({ query: 'subscription { events { id } }' }, { next() {}, error() {}, complete() {} });
    return () => code;
  }

  test('open no socket by the cookie, and ours and listed ones do until the session ends', async () => {
    const browser = await signIn(apiKey);
    const opened = [
      await openSocket({ ...browser.cookie, origin: app.base }),
      await openSocket({ ...browser.cookie, origin: listed }),
    ];
    expect(opened.map((code) => code())).toEqual([null, null]);
    expect((await openSocket({ ...browser.cookie, origin: 'https://evil.example' }))()).toBe(403);
    expect((await openSocket({ ...browser.cookie }))()).toBe(4403);
    const { status, headers } = await send('DELETE', '/api/session', browser.own);
    expect([status, headers.getSetCookie()]).toEqual([
      204,
      ['deckcast=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'],
    ]);
    await eventually(() => opened.every((code) => code() === 4403), { what: 'the end of both sockets' });
    expect(await statusBy(browser)).toBe(401);
  });
});

describe('a session ends', () => {
  test.each<[what: string, end: (key: Issued) => Promise<unknown>]>([
    ['is revoked', ({ apiKey: { id } }) => app.rest.delete(`/api/keys/${id}`)],
    ['has other scopes', ({ apiKey: { id } }) => app.rest.put(`/api/keys/${id}`, { scopes: ['decks:write'] })],
    [
      'is limited to decks',
      async ({ apiKey: { id } }) => app.rest.put(`/api/keys/${id}`, { deckIds: [(await createDeck(app.rest)).id] }),
    ],
    ['is rotated at once', ({ apiKey: { id } }) => app.rest.post(`/api/keys/${id}/rotate`, { overlapSeconds: 0 })],
    ['expires', (key) => expire(app, key)],
  ])('when its key %s', async (what, end) => {
    const key = await issue(app, { scopes: ['decks:read'] });
    const browser = await signIn(key.token);
    expect(await statusBy(browser)).toBe(200);
    await end(key);
    // No request tells the server that time has passed: what it holds of the key is dropped with the next change.
    if (what === 'expires') await issue(app);
    expect(await statusBy(browser)).toBe(401);
  });

  test('not when its key is renamed, or rotated with an overlap: then with the old value', async () => {
    const key = await issue(app, { scopes: ['decks:read'] });
    const browser = await signIn(key.token);
    await app.rest.put(`/api/keys/${key.apiKey.id}`, { name: 'Renamed' });
    const { body } = await app.rest.post<Issued>(`/api/keys/${key.apiKey.id}/rotate`, { overlapSeconds: 60 });
    const { session } = (await send('GET', '/api/session', browser.cookie)).body as { session: SessionAnswer };
    expect(session.expiresAt).toBe(body.apiKey.previousUntil);
    const later = await signIn(body.token);
    await app.rest.post(`/api/keys/${key.apiKey.id}/rotate`, { overlapSeconds: 60 });
    expect([await statusBy(browser), await statusBy(later)]).toEqual([401, 200]);
  });

  test('no later than its key or token', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    expect((await signIn((await issue(app, { expiresAt })).token)).session.expiresAt).toBe(expiresAt);
    const exp = Math.floor(Date.now() / 1_000) + 2;
    const browser = await signIn(await issuer.sign({ scope: 'events:read', exp }));
    expect(browser.session).toMatchObject({
      kind: 'token',
      holder: expect.stringContaining('user-1'),
      scopes: ['events:read'],
      expiresAt: new Date(exp * 1_000).toISOString(),
    });
    const stream = await EventStream.open(`${app.base}/api/events/stream`, browser.cookie);
    await eventually(() => stream.ended === 'complete', { what: 'the end of the stream' });
    expect(await statusBy(browser)).toBe(401);
  });

  test('after 12 hours, and its row is deleted when another one begins', async () => {
    const { kysely } = app.database.connection;
    const browser = await signIn(apiKey);
    await sql`update session set expires_at = now() - interval '1 second'`.execute(kysely);
    expect(await statusBy(browser)).toBe(401);
    await signIn(apiKey);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from session`.execute(kysely);
    expect(rows[0]?.count).toBe(1);
  });
});

test('a server with authentication off has no sessions, and its refusal gives the reason', async () => {
  const open = await new TestApp().start();
  const { status, body } = await open.rest.post<ProblemAnswer>('/api/session');
  expect([status, body.reason]).toEqual([409, 'authentication_off']);
  const { body: asked } = await open.rest.get<{ session: SessionAnswer }>('/api/session');
  expect(asked.session).toMatchObject({ kind: 'local', holder: null, scopes: ['admin'], csrfToken: null });
  await open.stop();
});

describeOnPostgres('with two processes', () => {
  test('a sign-out or a revocation at one ends sessions of the other within a second', async () => {
    const other = await new TestApp().start({ API_KEY: apiKey }, app);
    const key = await issue(app, { scopes: ['events:read'] });
    const [ended, revoked] = [await signIn(key.token), await signIn(key.token)];
    const stream = await EventStream.open(`${other.base}/api/events/stream`, ended.cookie);
    expect([await statusBy(ended, other), await statusBy(revoked, other)]).toEqual([200, 200]);
    await send('DELETE', '/api/session', ended.own);
    await eventually(async () => stream.ended === 'complete' && (await statusBy(ended, other)) === 401, {
      timeoutMs: 1_000,
    });
    expect(await statusBy(revoked, other)).toBe(200);
    await app.rest.delete(`/api/keys/${key.apiKey.id}`);
    await eventually(async () => (await statusBy(revoked, other)) === 401, { timeoutMs: 1_000 });
    await other.stop();
  });

  test('of another API_KEY, a session by the former one has ended', async () => {
    const other = await new TestApp().start({ API_KEY: 'another-key-of-sixteen' }, app);
    const browser = await signIn(apiKey);
    expect([await statusBy(browser), await statusBy(browser, other)]).toEqual([200, 401]);
    await other.stop();
  });
});
