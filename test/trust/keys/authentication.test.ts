import { sql } from 'kysely';
import { describe, expect, test } from '@jest/globals';
import { publish } from '../../delivery/deliveries.ts';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually, timeUntil } from '../../helpers/eventually.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { bearer, expire, type Issued, issue, type KeyAnswer, statusWith } from './issued.ts';

const app = useApp({ API_KEY: 'the-key-of-the-environment' });

const revoke = (value: Issued, at = app): Promise<unknown> => at.rest.delete(`/api/keys/${value.apiKey.id}`);

test('every API takes a key: REST, GraphQL over HTTP, a socket and server-sent events', async () => {
  const { token } = await issue(app, { scopes: ['events:read', 'decks:read'] });
  expect(await statusWith(app, token)).toBe(200);
  const graphql = new GraphQLClient(app.base, bearer(token));
  expect(await graphql.send('{ decks { nodes { id } } }')).toMatchObject({ status: 200, errors: undefined });
  const live = app.live({ authorization: `Bearer ${token}` });
  const received = live.subscribe<{ events: { type: string } }>('subscription { events { type } }').received;
  await eventually(() => live.connected === 1);
  const stream = await EventStream.open<{ type: string }>(`${app.base}/api/events/stream`, bearer(token));
  expect(stream.answer.statusCode).toBe(200);
  await eventually(async () => {
    await publish(app, 'key.heard');
    return received.length > 0 && stream.received.length > 0;
  });
  expect(received[0]?.data?.events.type).toBe('key.heard');
  stream.close();
});

test('keys that are unknown, wrong, malformed, expired or revoked are answered alike in every API', async () => {
  const [good, expired, revoked] = [await issue(app), await issue(app), await issue(app)];
  expect(await statusWith(app, revoked.token)).toBe(200);
  await expire(app, expired);
  await revoke(revoked);
  const wrong = `${good.token.slice(0, -4)}${good.token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  const unknown = `dc_${'0'.repeat(16)}_${good.token.slice(20)}`;
  const values = [wrong, unknown, expired.token, revoked.token, `${good.token}x`, good.token.toUpperCase(), 'dc_', 'x'];
  const answers = new Set<string>();
  for (const value of values) {
    const { status, body, headers } = await app.rest.get<ProblemAnswer>('/api/decks', bearer(value));
    answers.add(JSON.stringify([status, { ...body, requestId: '' }, headers.get('www-authenticate')]));
    const graphql = await new GraphQLClient(app.base, bearer(value)).send('{ decks { nodes { id } } }');
    expect([graphql.status, graphql.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    const live = app.live(bearer(value));
    live.subscribe('subscription { events { type } }');
    await eventually(() => live.closeCode === 4403);
    const stream = await EventStream.open(`${app.base}/api/events/stream`, bearer(value));
    expect(stream.answer.statusCode).toBe(401);
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toContain('Send a valid API key');
  expect(await statusWith(app, good.token)).toBe(200);
});

test('a key that is in use ends at its expiry, to the moment', async () => {
  const expiresAt = new Date(Date.now() + 1_500);
  const { token } = await issue(app, { expiresAt: expiresAt.toISOString() });
  expect(await statusWith(app, token)).toBe(200);
  await eventually(async () => (await statusWith(app, token)) === 401);
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
});

describe('a rotation', () => {
  const rotate = async ({ apiKey }: Pick<Issued, 'apiKey'>, body?: object): Promise<Issued> =>
    (await app.rest.post<Issued>(`/api/keys/${apiKey.id}/rotate`, body)).body;
  const statuses = (...keys: Issued[]): Promise<number[]> =>
    Promise.all(keys.map(({ token }) => statusWith(app, token)));

  test('leaves two valid values, of which the old one ends with the overlap', async () => {
    const first = await issue(app);
    const second = await rotate(first, { overlapSeconds: 1 });
    expect(await statuses(first, second)).toEqual([200, 200]);
    expect(Date.parse(second.apiKey.previousUntil ?? '')).toBeLessThanOrEqual(Date.now() + 1_000);
    await eventually(async () => (await statusWith(app, first.token)) === 401);
    expect(await statuses(first, second)).toEqual([401, 200]);
  });

  test('overlaps by a day unless it says otherwise, and not at all with 0', async () => {
    const first = await issue(app);
    const second = await rotate(first);
    const hours = (Date.parse(second.apiKey.previousUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const third = await rotate(second, { overlapSeconds: 0 });
    expect(third.apiKey.previousUntil).toBeNull();
    expect(await statuses(first, second, third)).toEqual([401, 401, 200]);
  });

  test('keeps two values at most, both of which a revocation ends', async () => {
    const first = await issue(app);
    const second = await rotate(first);
    const third = await rotate(second);
    expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
    await revoke(third);
    expect(await statuses(first, second, third)).toEqual([401, 401, 401]);
  });
});

test('the last use is written, for all keys by one statement, and once a minute for each', async () => {
  const keys = [await issue(app), await issue(app)];
  const { statements } = app.database;
  statements.splice(0);
  for (let turn = 0; turn < 5; turn += 1) for (const { token } of keys) await statusWith(app, token);
  const lastUses = async (): Promise<(string | null)[]> => {
    const { body } = await app.rest.get<{ apiKeys: KeyAnswer[] }>('/api/keys?limit=200');
    return keys.map(({ apiKey }) => body.apiKeys.find(({ id }) => id === apiKey.id)?.lastUsedAt ?? null);
  };
  await eventually(async () => !(await lastUses()).includes(null));
  const written = await lastUses();
  for (const { token } of keys) await statusWith(app, token);
  expect(await lastUses()).toEqual(written);
  expect(statements.filter((text) => text.includes('update api_key set last_used_at'))).toHaveLength(1);
});

test('a key that is used often costs no statement for each use', async () => {
  const { token } = await issue(app, { scopes: ['events:read'] });
  await statusWith(app, token);
  const { statements } = app.database;
  statements.splice(0);
  for (let turn = 0; turn < 20; turn += 1) await statusWith(app, token, '/api/openapi.json');
  // Word of its own creation may come late: the key is then read once more.
  expect(statements.filter((text) => text.includes('lookup =')).length).toBeLessThanOrEqual(1);
});

describe('authentication of a server without API_KEY', () => {
  const open = useApp();
  const statusWithout = async (): Promise<number> => (await fetch(`${open.base}/api/decks`)).status;

  test('are open until the first key is made, and stay closed when the last one is revoked', async () => {
    expect(await statusWithout()).toBe(200);
    const key = await issue(open);
    expect(await statusWithout()).toBe(401);
    expect(await statusWith(open, key.token)).toBe(200);
    const path = `${open.base}/api/keys/${key.apiKey.id}`;
    expect((await fetch(path, { method: 'DELETE', headers: bearer(key.token) })).status).toBe(204);
    expect([await statusWithout(), await statusWith(open, key.token)]).toEqual([401, 401]);
  });
});

describeOnPostgres('of two processes on one database', () => {
  const second = useApp({ API_KEY: 'the-key-of-the-environment' }, app);

  test('one takes at once what the other made, and drops within a second what the other revoked', async () => {
    const key = await issue(app);
    expect(await statusWith(second, key.token)).toBe(200);
    await revoke(key);
    expect(await timeUntil(async () => (await statusWith(second, key.token)) === 401)).toBeLessThan(1_000);
  });

  test('a revocation whose wake-up is lost takes effect within a second too', async () => {
    const key = await issue(app);
    expect([await statusWith(app, key.token), await statusWith(second, key.token)]).toEqual([200, 200]);
    await sql`with revoked as (update api_key set revoked_at = now() where id = ${key.apiKey.id})
      update access_revision set revision = revision + 1`.execute(app.database.connection.kysely);
    const ofBoth = () => Promise.all([app, second].map((one) => statusWith(one, key.token)));
    const isRefused = async () => (await ofBoth()).every((status) => status === 401);
    expect(await timeUntil(isRefused)).toBeLessThan(1_000);
  });

  describe('without API_KEY', () => {
    const first = useApp();

    test('both switch authentication on with the first key that one of them creates', async () => {
      const other = await new TestApp().start({}, first);
      expect((await fetch(`${other.base}/api/decks`)).status).toBe(200);
      await issue(first);
      const isClosed = async () => (await fetch(`${other.base}/api/decks`)).status === 401;
      expect(await timeUntil(isClosed)).toBeLessThan(1_000);
      await other.stop();
    });
  });
});
