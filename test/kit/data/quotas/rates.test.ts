import { expect, test } from '@jest/globals';
import type { ProblemAnswer } from '../../../helpers/answers.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { GraphQLClient } from '../../../helpers/graphql-client.ts';
import { holdRequest } from '../../../helpers/held-request.ts';
import { testOnPostgres } from '../../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../../helpers/test-app.ts';
import { bearer, issue } from '../../../trust/keys/issued.ts';

const settings = {
  API_KEY: 'the-key-of-the-environment',
  RATE_PER_KEY: '20',
  REQUESTS_PER_KEY: '2',
  LOG_LEVEL: 'info',
};
const app = useApp(settings);
const getAt = (base: string, key: string, path = '/api/decks'): Promise<Response> =>
  fetch(`${base}${path}`, { headers: bearer(key) });

test('each answer has the state of the limit, and beyond its points 429 has the time of renewal', async () => {
  const [{ token, apiKey }, neighbour] = [await issue(app), await issue(app)];
  const first = await getAt(app.base, token);
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=20;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=19;t=(60|59)$/);
  const graphql = new GraphQLClient(app.base, bearer(token));
  expect((await graphql.send('{ decks { nodes { id } } }')).status).toBe(200);
  for (let turn = 0; turn < 18; turn += 1) expect((await getAt(app.base, token)).status).toBe(200);
  const refused = await getAt(app.base, token);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  const problem = (await refused.json()) as ProblemAnswer & { retryAfterSeconds: number };
  expect(problem).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'rate_limited' });
  expect(refused.headers.get('retry-after')).toBe(String(problem.retryAfterSeconds));
  const answered = await graphql.send('{ decks { nodes { id } } }');
  expect([answered.status, answered.errors?.[0]?.extensions.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  const asked = app.live(bearer(token)).subscribe('{ decks { nodes { id } } }');
  await eventually(() => asked.ended() !== undefined);
  expect(JSON.stringify(asked)).not.toContain('"nodes"');
  for (const path of ['/healthz', '/readyz']) expect((await getAt(app.base, token, path)).status).toBe(200);
  expect((await getAt(app.base, neighbour.token)).status).toBe(200);
  const lines = app.log
    .filter((line) => line.includes('/api/decks'))
    .map((line) => JSON.parse(line) as { key?: string });
  expect(lines.map(({ key }) => key)).toContain(apiKey.id);
  expect(app.log.join()).not.toContain(token);
});

test('a GraphQL operation costs a point for each 1,000 objects of its price, in both APIs, and nothing runs beyond', async () => {
  const { token } = await issue(app);
  const large = '{ decks(first: 100) { nodes { slides { id } faqs { id } } } }';
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  const answer = await fetch(`${app.base}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: large }),
  });
  const cost = Number(answer.headers.get('x-query-cost'));
  expect(cost).toBeGreaterThan(1_000);
  expect(answer.headers.get('ratelimit')).toContain(`;r=${20 - Math.ceil(cost / 1_000)};`);
  const live = app.live(bearer(token));
  const asked = live.subscribe(large);
  await eventually(() => asked.ended() !== undefined);
  const after = await getAt(app.base, token);
  expect(after.headers.get('ratelimit')).toContain(`;r=${19 - 2 * Math.ceil(cost / 1_000)};`);
});

test('word timings beyond the usual are charged when they were read, in each API and for each row of a subscription', async () => {
  const owner = await issue(app, { scopes: ['decks:write'] });
  const headers = { ...bearer(owner.token), 'content-type': 'application/json' };
  const send = async (path: string, body: object): Promise<{ id: string }> =>
    (
      (await (await fetch(app.base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
        deck: { id: string };
      }
    ).deck;
  const { id } = await send('/api/decks', { name: 'Long' });
  const wordTimings = Array.from({ length: 4_500 }, (_, at) => ({ word: 'word', startTime: at, endTime: at + 1 }));
  await send(`/api/decks/${id}/slides`, {
    slideId: 'long',
    title: 'Long',
    narrationScript: 'word',
    audioUrl: 'https://example.com/long.mp3',
    wordTimings,
  });
  const query = `{ deck(id: "${id}") { slides { wordTimings { word } } } }`;
  // A kept text is not read again, so that each asks for another one.
  for (const ask of [
    (key: string) => new GraphQLClient(app.base, bearer(key)).data(query),
    async (key: string) => {
      const asked = app.live(bearer(key)).subscribe(query);
      await eventually(() => asked.ended() !== undefined);
    },
    async (key: string) => {
      const rows = `subscription { deckChanged(deckId: "${id}") { slides { wordTimings { another: word } } } }`;
      const { received, stop } = app.live(bearer(key)).subscribe(rows);
      await eventually(() => received.length > 0);
      stop();
    },
  ]) {
    const { token } = await issue(app);
    await ask(token);
    const left = Number(/r=(\d+)/.exec((await getAt(app.base, token)).headers.get('ratelimit') ?? '')?.[1]);
    // One for this request, and five for 4,500 words.
    expect(left).toBeLessThanOrEqual(14);
  }
});

test('a key has a share of the requests under way, beyond which others go on', async () => {
  const [{ token }, neighbour] = [await issue(app), await issue(app)];
  const held = await Promise.all([1, 2].map(() => holdRequest(app.base, '/api/decks', { headers: bearer(token) })));
  const refused = await getAt(app.base, token);
  expect([refused.status, ((await refused.json()) as ProblemAnswer).detail]).toEqual([
    429,
    'One key may have 2 requests under way: wait for some of their answers.',
  ]);
  expect((await getAt(app.base, neighbour.token)).status).toBe(200);
  for (const one of held) one.abandon();
  await eventually(async () => (await getAt(app.base, token)).status === 200);
});

test('nothing is charged while authentication is off', async () => {
  const open = await new TestApp().start({ RATE_PER_ADDRESS: '1' });
  for (let turn = 0; turn < 3; turn += 1) expect((await open.rest.get('/api/decks')).status).toBe(200);
  await issue(open);
  const statusWithout = async (): Promise<number> => (await fetch(`${open.base}/api/decks`)).status;
  await eventually(async () => (await statusWithout()) === 429);
  await open.stop();
});

testOnPostgres(
  'two processes admit no more than the limit together, and no less than it without their reserves',
  async () => {
    const second = await new TestApp().start({ ...settings, RATE_PER_KEY: '200' }, app);
    const third = await new TestApp().start({ ...settings, RATE_PER_KEY: '200' }, app);
    const { token } = await issue(app);
    let admitted = 0;
    for (let turn = 0; turn < 220; turn += 1) {
      const { status } = await getAt(turn % 2 === 0 ? second.base : third.base, token);
      admitted += Number(status === 200);
    }
    // 200 points, reserved by 4 at a time.
    expect(admitted).toBeLessThanOrEqual(200);
    expect(admitted).toBeGreaterThanOrEqual(197);
    await second.stop();
    await third.stop();
  },
);
