import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startApp } from '../../../../src/app.ts';
import { loadConfig } from '../../../../src/config.ts';
import { createLogger } from '../../../../src/kit/core/logging.ts';
import type { EventAnswer, ProblemAnswer, Schemas, SubscriptionAnswer } from '../../../helpers/answers.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  presentationInput,
  subscriptionInput,
} from '../../../helpers/factories.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { GraphQLClient } from '../../../helpers/graphql-client.ts';
import { MailServer } from '../../../helpers/mail-server.ts';
import { testOnPostgres } from '../../../helpers/on-postgres.ts';
import { RestClient } from '../../../helpers/rest-client.ts';
import { TestApp, useApp } from '../../../helpers/test-app.ts';
import { useServer } from '../../../helpers/use.ts';
import { useReceiver } from '../../../helpers/webhook-receiver.ts';
import { bearer, issue } from '../../../trust/keys/issued.ts';

type UsageAnswer = Schemas['Usage'];
interface DeliveryAnswer {
  id: string;
  eventId: string;
  subscriptionId: string;
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  waitReason: string | null;
}

const settings = {
  API_KEY: 'the-key-of-the-environment',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  QUOTA_SUBSCRIPTIONS: '3',
  QUOTA_EVENTS_PER_DAY: '20',
  QUOTA_STORED_MB_PER_DAY: '1',
  QUOTA_MAIL_RECIPIENTS_PER_DAY: '4',
  QUOTA_WEBHOOK_ATTEMPTS_PER_DAY: '5',
  QUOTA_SPEECH_CHARACTERS_PER_DAY: '50',
  SPEECH: 'espeak',
};
const mails = useServer(new MailServer());
const receiver = useReceiver();
const app = useApp(() => ({ ...settings, SMTP_URL: mails.url }));

/** A client with a key of its own. */
async function newClient(input: object = {}): Promise<{ rest: RestClient; id: string; token: string }> {
  const { token, apiKey } = await issue(app, input);
  return { rest: await new RestClient(app.base, bearer(token)).open(), id: apiKey.id, token };
}

const publish = (rest: RestClient, event: object = {}) =>
  rest.post<{ event: EventAnswer } & ProblemAnswer>('/api/events', { type: 'quota.spent', data: {}, ...event });

/** What a key has used of a quota, as it sees itself. */
async function usedOf({ rest, id }: { rest: RestClient; id: string }, quota: string): Promise<number | undefined> {
  const { body } = await rest.get<{ usage: UsageAnswer[] }>(`/api/usage?key=${id}`);
  return body.usage.find((usage) => usage.quota === quota)?.used;
}

/** Makes what was counted that of yesterday, and due what waits for today. */
async function turnDay({ database }: TestApp): Promise<void> {
  const { kysely } = database.connection;
  // In two steps: a row that comes to the day of another one before that has moved would break the key.
  await sql`update quota_use set day = day - 10000`.execute(kysely);
  await sql`update quota_use set day = day + 9999`.execute(kysely);
  await sql`update delivery set next_attempt_at = now() where wait_reason is not null`.execute(kysely);
}

/** When the day of UTC ends. */
function nextDay(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

const deliveriesOf = async (rest: RestClient, subscriptionId: string): Promise<DeliveryAnswer[]> =>
  (
    await rest.get<{ deliveries: DeliveryAnswer[] }>(
      `/api/notifications/deliveries?subscriptionId=${subscriptionId}&limit=100`,
    )
  ).body.deliveries;

async function subscribe(rest: RestClient, input: object): Promise<SubscriptionAnswer> {
  const { status, body } = await rest.post<SubscriptionAnswer>(
    '/api/notifications/subscriptions',
    subscriptionInput(input),
  );
  if (status !== 201) throw new Error(`POST subscription answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

test('a key publishes its events of a day and no more, in both APIs, until the next day; repetitions are free', async () => {
  const client = await newClient();
  const { rest, token } = client;
  const first = await publish(rest);
  expect(first.status).toBe(201);
  for (let turn = 1; turn < 20; turn += 1) expect((await publish(rest)).status).toBe(201);
  expect((await publish(rest, { id: first.body.event.id })).status).toBe(200);
  const before = await app.rowCounts();
  const { status, body, headers } = await publish(rest);
  expect([status, body.reason, body.quota]).toEqual([429, 'quota_used_up', { name: 'events', limit: 20 }]);
  expect(body.detail).toContain('QUOTA_EVENTS_PER_DAY');
  expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds));
  const left = (nextDay().getTime() - Date.now()) / 1_000;
  expect(Math.abs(Number(body.retryAfterSeconds) - left)).toBeLessThan(5);
  const mutation = 'mutation { publishEvent(input: { type: "quota.spent" }) { event { id } } }';
  const { errors } = await new GraphQLClient(app.base, bearer(token)).send(mutation);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    reason: 'quota_used_up',
    problem: { quota: body.quota },
  });
  expect(await app.rowCounts()).toEqual(before);
  expect((await publish((await newClient()).rest)).status).toBe(201);
  await turnDay(app);
  expect((await publish(rest)).status).toBe(201);
  expect(await usedOf(client, 'events')).toBe(1);
});

test('a batch counts as its events, and is recorded whole or not at all', async () => {
  const client = await newClient();
  const send = (count: number) =>
    client.rest.post<ProblemAnswer>('/api/events/batch', {
      events: Array.from({ length: count }, () => ({ type: 'quota.batch' })),
    });
  expect((await send(21)).status).toBe(200);
  expect(await usedOf(client, 'events')).toBe(21);
  await turnDay(app);
  expect((await send(15)).status).toBe(200);
  expect(await send(6)).toMatchObject({ status: 429, body: { code: 'QUOTA_EXCEEDED', quota: { name: 'events' } } });
  expect((await send(5)).status).toBe(200);
  expect(await usedOf(client, 'events')).toBe(20);
});

test('what is rolled back is not counted: an event that is refused for its bytes is no event of the day', async () => {
  const client = await newClient();
  const { rest } = client;
  const data = { text: 'x'.repeat(60_000) };
  for (let turn = 0; turn < 16; turn += 1) expect((await publish(rest, { data })).status).toBe(201);
  const { status, body } = await publish(rest, { data });
  expect([status, body.code, body.quota]).toEqual([429, 'QUOTA_EXCEEDED', { name: 'stored_bytes', limit: 1_000_000 }]);
  expect(await usedOf(client, 'events')).toBe(16);
  expect((await publish(rest)).status).toBe(201);
});

test('a key has its subscriptions at a time and no more, also when it asks for all at once; a deletion makes room', async () => {
  const client = await newClient();
  const { rest } = client;
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      rest.post<SubscriptionAnswer & ProblemAnswer>('/api/notifications/subscriptions', subscriptionInput()),
    ),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '201', '409', '409', '409']);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    reason: 'subscription_quota_used_up',
    quota: { name: 'subscriptions', limit: 3 },
  });
  expect(refused?.body.detail).toContain('QUOTA_SUBSCRIPTIONS');
  expect(await usedOf(client, 'subscriptions')).toBe(3);
  const made = answers.find(({ status }) => status === 201);
  expect((await rest.delete(`/api/notifications/subscriptions/${made?.body.id}`)).status).toBe(204);
  await subscribe(rest, {});
});

test('attempts beyond the quota of a key wait for the next day with the reason, as no failure, and are then made', async () => {
  const client = await newClient();
  const { rest } = client;
  const paths = ['/one', '/two'];
  const made = await Promise.all(
    paths.map((path) =>
      subscribe(rest, {
        eventType: 'quota.attempts',
        channel: 'webhook',
        channelConfig: { url: `${receiver.url}${path}` },
      }),
    ),
  );
  for (let turn = 0; turn < 4; turn += 1) await publish(app.rest, { type: 'quota.attempts' });
  const all = async (): Promise<DeliveryAnswer[]> =>
    (await Promise.all(made.map(({ id }) => deliveriesOf(rest, id)))).flat();
  const settled = await eventually(async () => {
    const deliveries = await all();
    const isSettled = deliveries.every(({ status, waitReason }) => status !== 'pending' || waitReason !== null);
    return deliveries.length === 8 && isSettled && deliveries;
  });
  expect(receiver.received.filter(({ path }) => paths.includes(path))).toHaveLength(5);
  const waiting = settled.filter(({ status }) => status === 'pending');
  expect(waiting).toHaveLength(3);
  for (const one of waiting) {
    expect(one).toMatchObject({
      attemptCount: 0,
      nextAttemptAt: nextDay().toISOString(),
      waitReason:
        'The quota of its key for today is used up: 5 attempts at webhooks a day (QUOTA_WEBHOOK_ATTEMPTS_PER_DAY).',
    });
  }
  const [first] = waiting;
  const asked = `eventId=${first?.eventId}&subscriptionId=${first?.subscriptionId}`;
  const explained = await rest.get<{ explanation: object }>(`/api/notifications/explain?${asked}`);
  expect(explained.body.explanation).toMatchObject({
    verdict: 'pending',
    detail: expect.stringContaining(first?.waitReason ?? '-'),
  });
  expect((await rest.post(`/api/notifications/deliveries/${first?.id}/resend`)).status).toBe(200);
  await eventually(async () => (await all()).filter(({ waitReason }) => waitReason !== null).length === 3);
  for (const { id } of made) {
    const { body } = await rest.get(`/api/notifications/subscriptions/${id}`);
    expect(body).toMatchObject({ isActive: true });
  }
  const { rows } = await sql`select from notification_subscription where failing_since is not null`.execute(
    app.database.connection.kysely,
  );
  expect(rows).toEqual([]);
  await turnDay(app);
  await eventually(async () => (await all()).every(({ status }) => status === 'delivered'));
  expect((await all()).map(({ waitReason }) => waitReason)).toEqual(Array.from({ length: 8 }, () => null));
  expect(await usedOf(client, 'webhook_attempts')).toBe(3);
});

test('mails are charged by their recipients: one that does not fit waits, a smaller one goes', async () => {
  const client = await newClient();
  const { rest } = client;
  const subscribed = (eventType: string, toEmails: string[]) =>
    subscribe(rest, { eventType, channel: 'email', channelConfig: { toEmails } });
  const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
  const [large, small] = [
    await subscribed('quota.large', addresses),
    await subscribed('quota.small', ['d@example.com']),
  ];
  const statusOf = async ({ id }: SubscriptionAnswer, count: number): Promise<boolean> => {
    const deliveries = await deliveriesOf(rest, id);
    return deliveries.filter(({ status }) => status === 'delivered').length === count;
  };
  await publish(app.rest, { type: 'quota.large' });
  await eventually(() => statusOf(large, 1));
  await publish(app.rest, { type: 'quota.large' });
  await eventually(async () => (await deliveriesOf(rest, large.id)).some(({ waitReason }) => waitReason !== null));
  await publish(app.rest, { type: 'quota.small' });
  await eventually(() => statusOf(small, 1));
  expect(await usedOf(client, 'mail_recipients')).toBe(4);
  await turnDay(app);
  await eventually(() => statusOf(large, 2));
  expect(await usedOf(client, 'mail_recipients')).toBe(3);
});

test('a presentation whose narration is beyond the quota is refused before anything is stored, also in a list', async () => {
  const client = await newClient();
  const { rest } = client;
  const { id: deckId } = await createDeck(rest);
  await createSlide(rest, deckId, { narrationScript: 'The slide has 29 to be spoken' });
  await createFaq(rest, deckId, { cannedAnswer: 'The answer has 17' });
  await createPresentation(rest, deckId);
  const before = await app.rowCounts();
  const path = `/api/decks/${deckId}/presentations`;
  const { status, body } = await rest.post<ProblemAnswer>(path, presentationInput());
  expect([status, body.code, body.quota?.name]).toEqual([429, 'QUOTA_EXCEEDED', 'speech_characters']);
  const listed = await rest.post<{ results: { problem: ProblemAnswer | null }[] }>(`${path}/bulk`, {
    inputs: [presentationInput()],
  });
  expect(listed.body.results).toMatchObject([{ problem: { code: 'QUOTA_EXCEEDED' } }]);
  const counts = await app.rowCounts();
  expect([counts['presentation'], counts['event']]).toEqual([before['presentation'], before['event']]);
  expect(await usedOf(client, 'speech_characters')).toBe(46);
});

test('an administrator sees what keys use, and any other key itself alone, in both APIs', async () => {
  const [admin, clerk] = [await newClient(), await newClient({ scopes: ['events:publish'] })];
  await publish(clerk.rest);
  const own = (await clerk.rest.get<{ usage: UsageAnswer[] }>('/api/usage')).body.usage;
  expect(own.map(({ key, quota, used, limit, period }) => [key, quota, used, limit, period])).toEqual([
    [clerk.id, 'subscriptions', 0, 3, null],
    [clerk.id, 'events', 1, 20, 'day'],
    [clerk.id, 'stored_bytes', 2, 1_000_000, 'day'],
    [clerk.id, 'mail_recipients', 0, 4, 'day'],
    [clerk.id, 'webhook_attempts', 0, 5, 'day'],
    [clerk.id, 'speech_characters', 0, 50, 'day'],
  ]);
  expect(own.map(({ resetsAt }) => resetsAt)).toEqual([null, ...own.slice(1).map(() => nextDay().toISOString())]);
  const asked = await admin.rest.get<{ usage: UsageAnswer[] }>(`/api/usage?key=${clerk.id}`);
  expect(asked.body.usage).toEqual(own);
  const all = (await admin.rest.get<{ usage: UsageAnswer[] }>('/api/usage')).body.usage;
  expect(all).toContainEqual(own[1]);
  expect(new Set(all.map(({ key }) => key)).size).toBeGreaterThan(1);
  expect((await clerk.rest.get(`/api/usage?key=${admin.id}`)).status).toBe(403);
  const query = 'query ($key: String) { usage(key: $key) { key quota used limit period resetsAt } }';
  const [byAdmin, byClerk] = [admin, clerk].map(({ token }) => new GraphQLClient(app.base, bearer(token)));
  const inGraphQL = own.map((one) => ({
    ...one,
    quota: one.quota.toUpperCase(),
    period: one.period?.toUpperCase() ?? null,
  }));
  expect(await byAdmin?.data(query, { key: clerk.id })).toEqual({ usage: inGraphQL });
  expect(await byClerk?.data(query)).toEqual({ usage: inGraphQL });
  const { errors } = (await byClerk?.send(query, { key: admin.id })) ?? {};
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

test('counts of days that are long over are deleted, and without a quota nothing is counted', async () => {
  const plain = await new TestApp().start({ API_KEY: settings.API_KEY });
  const countsOf = async () =>
    (await sql<{ key: string }>`select key from quota_use`.execute(plain.database.connection.kysely)).rows;
  expect((await publish(plain.rest)).status).toBe(201);
  expect((await plain.rest.get<{ usage: UsageAnswer[] }>('/api/usage')).body.usage).toEqual([]);
  expect(await countsOf()).toEqual([]);
  await sql`insert into quota_use (day, key, quota, slot, amount)
    select (now() at time zone 'utc')::date - age, age::text, 'events', 0, 1 from unnest(array[89, 92]) as age`.execute(
    plain.database.connection.kysely,
  );
  // Another process on the same database, which prunes when it starts.
  const connection = { ...plain.database.connection, close: async () => {} };
  const config = loadConfig({ ROLES: 'worker', DATA_DIR: plain.dataDir, SEED_DEMO: 'off', SPEECH: 'none' });
  const worker = await startApp(config, createLogger('silent'), { connection });
  await eventually(async () => (await countsOf()).length === 1, { what: 'the end of pruning' });
  expect(await countsOf()).toEqual([{ key: '89' }]);
  await worker.stop();
  await plain.stop();
});

testOnPostgres('two processes share a quota', async () => {
  const second = await new TestApp().start({ ...settings, SMTP_URL: mails.url }, app);
  const client = await newClient();
  const { rest, token } = client;
  const other = await new RestClient(second.base, bearer(token)).open();
  let admitted = 0;
  for (let turn = 0; turn < 24; turn += 1) {
    admitted += Number((await publish(turn % 2 === 0 ? rest : other)).status === 201);
  }
  expect(admitted).toBe(20);
  await second.stop();
});

testOnPostgres(
  'publications at the same moment go beyond a quota by no more than those that are under way',
  async () => {
    const second = await new TestApp().start({ ...settings, SMTP_URL: mails.url }, app);
    const client = await newClient();
    const { rest, token } = client;
    const other = await new RestClient(second.base, bearer(token)).open();
    const answers = await Promise.all(Array.from({ length: 80 }, (_, at) => publish(at % 2 === 0 ? rest : other)));
    const admitted = answers.filter(({ status }) => status === 201).length;
    expect(admitted).toBeGreaterThanOrEqual(20);
    // Two pools of 16 connections, each of which may not see the others' last charge.
    expect(admitted).toBeLessThanOrEqual(20 + 2 * 16);
    expect(await usedOf(client, 'events')).toBe(admitted);
    await second.stop();
  },
);
