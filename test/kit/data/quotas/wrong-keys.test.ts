import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../../helpers/eventually.ts';
import { GraphQLClient } from '../../../helpers/graphql-client.ts';
import { plainGet } from '../../../helpers/held-request.ts';
import { testOnPostgres } from '../../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../../helpers/test-app.ts';
import { presented } from '../../../contracts/contracts.ts';
import { bearer, issue, statusWith } from '../../../trust/keys/issued.ts';

const settings = { API_KEY: 'the-key-of-the-environment', RATE_WRONG_KEYS: '3' };
const app = useApp(settings);
const guess = (turn: number): string => `dc_${String(turn).padStart(16, '0')}_${'A'.repeat(43)}`;
const statusFrom = async (address: string, key: string, { base } = app): Promise<number> =>
  (await plainGet(base, '/api/decks', address, bearer(key))).status;

test('an address that has sent its wrong keys gets 429 for further ones, in every API and without a look-up', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await statusWith(app, guess(turn))).toBe(401);
  const { statements } = app.database;
  statements.splice(0);
  const { status, headers, body } = await app.rest.get('/api/decks', bearer(guess(4)));
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(1);
  expect(body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    reason: 'too_many_wrong_credentials',
    retryAfterSeconds: Number(headers.get('retry-after')),
  });
  const graphql = await new GraphQLClient(app.base, bearer(guess(5))).send('{ decks { nodes { id } } }');
  expect([graphql.status, graphql.errors?.[0]?.extensions.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  const live = app.live(bearer(guess(6)));
  live.subscribe('subscription { events { type } }');
  await eventually(() => live.closeCode === 4403);
  expect(statements.filter((text) => text.includes('lookup ='))).toEqual([]);
});

test('right keys count from that address, one that was never used before too, and a request without any is no guess', async () => {
  const { token } = await issue(app);
  expect(await statusWith(app, token)).toBe(200);
  expect(await statusWith(app, settings.API_KEY)).toBe(200);
  expect((await fetch(`${app.base}/api/decks`)).status).toBe(401);
  expect(await statusWith(app, `${token.slice(0, -4)}AAAA`)).toBe(429);
});

test('other addresses have misses of their own', async () => {
  expect(await statusFrom('127.0.0.2', guess(7))).toBe(401);
});

describe('an address that has sent its wrong credentials', () => {
  const address = '127.0.0.4';
  const statusBy = async (headers: Record<string, string>, path: string): Promise<number> =>
    (await plainGet(app.base, path, address, headers)).status;
  const statusOf = (token: string): Promise<number> =>
    statusBy({ authorization: `Link ${token}` }, '/api/guest/presentation');
  const unknown = `pl_${'0'.repeat(16)}_${'A'.repeat(43)}`;

  beforeAll(async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await statusOf(unknown)).toBe(401);
    expect(await statusFrom(address, guess(8))).toBe(429);
  });

  test('opens right links, and is refused alike by unknown, malformed, expired and revoked ones', async () => {
    const { id } = await presented(app.rest);
    const make = async (): Promise<{ link: { id: string }; token: string }> =>
      (await app.rest.post<{ link: { id: string }; token: string }>(`/api/presentations/${id}/links`, { name: 'A' }))
        .body;
    const [right, expired, revoked] = [await make(), await make(), await make()];
    await app.rest.delete(`/api/links/${revoked.link.id}`);
    await sql`update presentation_link set expires_at = now() - interval '1 second'
      where id = ${expired.link.id}`.execute(app.database.connection.kysely);
    for (const token of [unknown, 'pl_', `${right.token}x`, expired.token, revoked.token]) {
      expect(await statusOf(token)).toBe(429);
    }
    expect(await statusOf(right.token)).toBe(200);
  });

  test('keeps its sessions, and is refused by others', async () => {
    const { headers } = await app.rest.post('/api/session');
    const [cookie = ''] = headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
    expect(await statusBy({ cookie }, '/api/decks')).toBe(200);
    const other = `${cookie.slice(0, -4)}${cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    expect(await statusBy({ cookie: other }, '/api/decks')).toBe(429);
    expect(await statusBy({ authorization: 'Session ds_x' }, '/api/decks')).toBe(429);
  });
});

test('wrong session cookies count as wrong credentials', async () => {
  const cookie = `deckcast=ds_${'A'.repeat(43)}`;
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    statuses.push((await plainGet(app.base, '/api/decks', '127.0.0.5', { cookie })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
});

testOnPostgres(
  'two processes count the misses of an address together, and no row says which address it is',
  async () => {
    const second = await new TestApp().start(settings, app);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      statuses.push(await statusFrom('127.0.0.3', guess(turn)), await statusFrom('127.0.0.3', guess(turn), second));
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
    const { rows } = await sql<{ key: string }>`select key from rate_count`.execute(app.database.connection.kysely);
    expect(rows.map(({ key }) => key.split(':', 1)[0])).toContain('wrong-key');
    expect(JSON.stringify(rows)).not.toContain('127.0.0.3');
    await second.stop();
  },
);
