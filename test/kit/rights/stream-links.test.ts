import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { EventSource } from 'undici';
import { environmentActor } from '../../../src/kit/rights/actor.ts';
import { digestOf } from '../../../src/kit/rights/key-token.ts';
import { Signer } from '../../../src/kit/rights/signing-key.ts';
import { StreamLinks } from '../../../src/kit/rights/stream-links.ts';
import type { EventAnswer, ProblemAnswer, Schemas } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { Issuer } from '../../helpers/issuer.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { copySnippets } from '../../helpers/snippets.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { use, useServer } from '../../helpers/use.ts';
import { bearer, issue, type Issued } from '../../trust/keys/issued.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const issuer = useServer(new Issuer());
const app = useApp(() => ({ ...issuer.env, API_KEY: apiKey, ROLES: 'web' }));
const openApp = useApp({ ROLES: 'web' });

/** As in a browser. */
beforeAll(() => void Object.assign(globalThis, { EventSource }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'EventSource'));

type Link = Schemas['StreamLink'];
type Stream = EventStream<EventAnswer & { code?: string }>;

async function linkTo(stream: string, value = apiKey): Promise<Link> {
  const response = await fetch(app.base + stream, { method: 'POST', headers: bearer(value) });
  expect(response.status).toBe(201);
  return ((await response.json()) as { link: Link }).link;
}

/** Opens a stream as a browser does: without a header of its own. */
const follow = (url: string, headers?: Record<string, string>): Promise<Stream> =>
  EventStream.open(app.base + url, headers);

const publish = (type: string, deckId?: string) => app.rest.post('/api/events', { type, deckId, data: {} });

async function refusal(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(app.base + url, { ...init, signal: AbortSignal.timeout(5_000) });
  if (response.ok) await response.body?.cancel();
  const { code } = response.ok ? { code: 'no refusal' } : ((await response.json()) as ProblemAnswer);
  return `${response.status} ${code}`;
}

const typesOf = ({ received }: Stream): unknown[] => received.map(({ data }) => data.type);

/** Publishes until the stream shows it: it begins a moment after its answer. */
async function arrived(stream: Stream, type: string): Promise<void> {
  await eventually(async () => (await publish(type)) && typesOf(stream).includes(type), { what: type });
}

test('a link opens its stream without a key, and goes on behind the last event of a lost connection', async () => {
  const { url, expiresAt } = await linkTo('/api/events/stream?types=linked.*&types=other.*');
  const left = new Date(expiresAt ?? 0).getTime() - Date.now();
  expect(left).toBeGreaterThan(14 * 60_000);
  expect(left).toBeLessThanOrEqual(15 * 60_000);
  const first = await follow(url);
  await arrived(first, 'linked.first');
  await publish('linked.last');
  await eventually(() => typesOf(first).includes('linked.last'));
  const lastEventId = first.received.at(-1)?.id ?? '';
  first.close();
  await publish('linked.missed');
  await publish('unlinked.missed');
  for (const again of [
    await follow(url, { 'last-event-id': lastEventId }),
    await follow(`${url}&after=${encodeURIComponent(lastEventId)}`),
  ]) {
    await eventually(() => typesOf(again).length > 0);
    expect(typesOf(again)).toEqual(['linked.missed']);
    again.close();
  }
});

test('a link to a deck or a presentation shows its states', async () => {
  const { id } = await createDeck(app.rest, { name: 'Linked' });
  const stream = await follow((await linkTo(`/api/decks/${id}/stream`)).url);
  await eventually(() => stream.received.length > 0);
  expect(stream.received[0]?.data).toMatchObject({ id, name: 'Linked' });
  stream.close();
});

test('a link opens nothing else, and not when a part of it is changed', async () => {
  const { url } = await linkTo('/api/events/stream?types=linked.*');
  const { url: ofDeck } = await linkTo(`/api/decks/${(await createDeck(app.rest)).id}/stream`);
  const query = url.slice(url.indexOf('?'));
  const outcomes: Record<string, string> = {};
  for (const wrong of [
    url.replace('types=linked.*', 'types=*'),
    url.replace('types=linked.*&', ''),
    `${url}&deckId=01900000-0000-7000-8000-000000000001`,
    url.replace('expires=', 'expires=9'),
    url.replace('key=environment', 'key=0123456789abcdef'),
    url.replace(/key=\w+/, ''),
    url.replace('signature=', 'signature=A'),
    ofDeck.replace(/\?.*/, query),
    `/api/decks${query}`,
    `/api/events${query}`,
    `/api/audio/${'a'.repeat(64)}.mp3${query}`,
  ]) {
    outcomes[wrong] = await refusal(wrong);
  }
  const other = [...new Set(Object.values(outcomes))].sort();
  // A file of audio, which needs no key, takes only the parameters of its own link.
  expect(other).toEqual(['400 INVALID_INPUT', '401 UNAUTHENTICATED']);
  expect(await refusal(url, { method: 'POST' })).toBe('401 UNAUTHENTICATED');
  const graphql = `/graphql${query}&query=${encodeURIComponent('{ __typename }')}`;
  expect((await fetch(app.base + graphql, { headers: { 'apollo-require-preflight': '1' } })).status).toBe(401);
});

test('a link that has expired opens nothing and says what to do, while what it has opened goes on', async () => {
  const { rows } = await sql<{ secret: string }>`select secret from signing_secret`.execute(
    app.database.connection.kysely,
  );
  const signer = new Signer([Buffer.from(rows[0]?.secret ?? '', 'hex')], 'stream links');
  const links = new StreamLinks(signer, async () => null, null, 1);
  const holder = { ...environmentActor, proof: digestOf(apiKey) };
  const { url } = links.make(holder, '/api/events/stream', new URLSearchParams(), new Date(Date.now() - 57_000));
  const stream = await follow(url);
  await eventually(async () => (await refusal(url)) === '403 FORBIDDEN');
  const { detail } = (await (await fetch(app.base + url)).json()) as ProblemAnswer;
  expect(detail).toContain('ask for a new one, and go on with the id of your last event as "after"');
  await arrived(stream, 'expired.heard');
  stream.close();
});

describe('what a link has opened ends with its key, and so does the link', () => {
  test.each<[string, (key: Issued) => Promise<void>, string]>([
    [
      'that is revoked',
      async (key) => {
        expect((await app.rest.delete(`/api/keys/${key.apiKey.id}`)).status).toBe(204);
      },
      '401 UNAUTHENTICATED',
    ],
    [
      'that loses the scope',
      async (key) => {
        expect((await app.rest.put(`/api/keys/${key.apiKey.id}`, { scopes: ['decks:read'] })).status).toBe(200);
      },
      '403 FORBIDDEN',
    ],
    [
      'that is rotated without an overlap',
      async (key) => {
        expect((await app.rest.post(`/api/keys/${key.apiKey.id}/rotate`, { overlapSeconds: 0 })).status).toBe(200);
      },
      '401 UNAUTHENTICATED',
    ],
  ])('%s', async (_name, end, outcome) => {
    const key = await issue(app, { scopes: ['events:read'] });
    const { url } = await linkTo('/api/events/stream', key.token);
    const stream = await follow(url);
    await arrived(stream, 'key.heard');
    await end(key);
    await eventually(() => stream.ended === 'complete', { what: 'the end of the stream' });
    expect(stream.received.at(-1)).toMatchObject({ event: 'problem', data: { code: 'FORBIDDEN' } });
    expect(await refusal(url)).toBe(outcome);
  });
});

test('a link of a key that is limited to a deck shows its events alone', async () => {
  const [own, other] = [await createDeck(app.rest), await createDeck(app.rest)];
  const { token } = await issue(app, { scopes: ['events:read'], deckIds: [own.id] });
  const stream = await follow((await linkTo('/api/events/stream?types=sight.*', token)).url);
  await eventually(async () => {
    await publish('sight.foreign', other.id);
    await publish('sight.none');
    await publish('sight.own', own.id);
    return stream.received.length > 0;
  });
  expect(new Set(typesOf(stream))).toEqual(new Set(['sight.own']));
  stream.close();
  const { status } = await fetch(`${app.base}/api/decks/${other.id}/stream`, {
    method: 'POST',
    headers: bearer((await issue(app, { scopes: ['decks:read'], deckIds: [own.id] })).token),
  });
  expect(status).toBe(404);
});

test('a link of a token opens its stream until the token expires', async () => {
  const token = await issuer.sign({ scope: 'events:read', exp: Math.floor(Date.now() / 1_000) + 4 });
  const { url, expiresAt } = await linkTo('/api/events/stream', token);
  expect(new Date(expiresAt ?? 0).getTime() - Date.now()).toBeLessThan(4_000);
  const stream = await follow(url);
  await arrived(stream, 'token.heard');
  const rights = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
  const more = Buffer.from(rights, 'base64url').toString().replace('events:read', 'admin');
  expect(await refusal(url.replace(rights, Buffer.from(more).toString('base64url')))).toBe('401 UNAUTHENTICATED');
  await eventually(() => stream.ended === 'complete', { what: 'the end of the stream' });
  expect(stream.received.at(-1)).toMatchObject({ event: 'problem', data: { code: 'FORBIDDEN' } });
  expect(await refusal(url)).toBe('401 UNAUTHENTICATED');
});

test('a key without the scope and a session get no link', async () => {
  const post = async (headers: Record<string, string>): Promise<[number, string]> => {
    const response = await fetch(`${app.base}/api/events/stream`, { method: 'POST', headers });
    return [response.status, ((await response.json()) as ProblemAnswer).detail];
  };
  const { token } = await issue(app, { scopes: ['decks:read'] });
  expect(await post(bearer(token))).toEqual([403, expect.stringContaining('events:read')]);
  const signedIn = await fetch(`${app.base}/api/session`, { method: 'POST', headers: bearer(apiKey) });
  const { session } = (await signedIn.json()) as { session: { csrfToken: string } };
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await post({ cookie, 'x-csrf-token': session.csrfToken })).toEqual([409, expect.stringContaining('cookie')]);
});

test('the page of the documents goes on behind its last event when its link and its key were refused for a while', async () => {
  const key = await issue(app, { scopes: ['events:read'] });
  const folder = await copySnippets();
  const { follow: followInPage } = (await import(path.join(folder, 'follow-by-link.ts'))) as {
    follow: (server: string, key: string, query: string, onEvent: (event: EventAnswer) => void) => Promise<() => void>;
  };
  const seen: string[] = [];
  const stop = await followInPage(app.base, key.token, 'types=page.*', ({ type }) => seen.push(type));
  await publish('page.first');
  await eventually(() => seen.includes('page.first'));
  const grant = (scopes: string[]) => app.rest.put(`/api/keys/${key.apiKey.id}`, { scopes });
  await grant(['decks:read']);
  await publish('page.missed');
  await grant(['events:read']);
  await eventually(() => seen.includes('page.missed'), { timeoutMs: 20_000 });
  await publish('page.last');
  await eventually(() => seen.includes('page.last'));
  expect(seen).toEqual(['page.first', 'page.missed', 'page.last']);
  stop();
  await rm(folder, { recursive: true });
});

test('the page of the documents goes on from the first event that is kept when its cursor is refused', async () => {
  const key = await issue(app, { scopes: ['events:read'] });
  const folder = await copySnippets();
  const { follow: followInPage } = (await import(path.join(folder, 'follow-by-link.ts'))) as {
    follow: (
      server: string,
      key: string,
      query: string,
      onEvent: (event: EventAnswer) => void,
      after: string,
    ) => Promise<() => void>;
  };
  await publish('kept.event');
  const seen: string[] = [];
  const stop = await followInPage(app.base, key.token, 'types=kept.*', ({ type }) => seen.push(type), 'a lost cursor');
  await eventually(() => seen.includes('kept.event'));
  expect(seen[0]).toBe('kept.event');
  stop();
  await rm(folder, { recursive: true });
});

test('while authentication is off, the link is the stream itself', async () => {
  const { body } = await openApp.rest.post<{ link: Link }>('/api/events/stream?types=a.b&named=true');
  expect(body.link).toEqual({ url: '/api/events/stream?types=a.b&named=true', expiresAt: null });
});

describeOnPostgres('with two processes', () => {
  const other = new TestApp();
  use(async () => {
    await other.start({ ...issuer.env, API_KEY: apiKey, ROLES: 'web' }, app);
    return () => other.stop();
  });

  test('a link of one opens the stream at the other, and a revocation at one ends it there', async () => {
    const key = await issue(app, { scopes: ['events:read'] });
    const { url } = await linkTo('/api/events/stream', key.token);
    const stream: Stream = await EventStream.open(other.base + url);
    await arrived(stream, 'process.heard');
    await app.rest.delete(`/api/keys/${key.apiKey.id}`);
    await eventually(() => stream.ended === 'complete', { what: 'the end of the stream' });
    expect(stream.received.at(-1)).toMatchObject({ event: 'problem', data: { code: 'FORBIDDEN' } });
  });
});
