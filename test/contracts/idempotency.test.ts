import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { publish } from '../delivery/deliveries.ts';
import { insertDeadJob } from '../helpers/dead-job.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  createDeck,
  createSlide,
  createSubscription,
  deckInput,
  presentationInput,
  slideInput,
  subscriptionInput,
} from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { Contracts, presented, cancelable } from '../modules/contracts/contracts.ts';
import { DeepLServer } from '../translation/deepl-server.ts';

const deepl = useServer(new DeepLServer());
const app = useApp(() => deepl.env);
const contracts = new Contracts(app);
const subscriptions = '/api/notifications/subscriptions';

let keys = 0;
const newKey = (): string => `walk-${(keys += 1)}`;

interface Asked {
  path: string;
  body?: object;
}

const inDeck = async (rest: string, body: object): Promise<Asked> => {
  const deck = await createDeck(app.rest);
  await createSlide(app.rest, deck.id);
  return { path: `/api/decks/${deck.id}/${rest}`, body };
};
const move = async (name: string, body?: object): Promise<Asked> => {
  const { id } = await contracts.in(name === 'send' ? 'draft' : 'sent');
  const given = name === 'sign' ? await contracts.signature(id) : body;
  return { path: `/api/contracts/${id}/${name}`, ...(given === undefined ? {} : { body: given }) };
};
const ofSubscription = async (rest: string, body?: object): Promise<Asked> => {
  const { id } = await createSubscription(app.rest, { eventType: 'walk.missed' });
  return { path: `${subscriptions}/${id}/${rest}`, ...(body === undefined ? {} : { body }) };
};

/** A request for each POST. That for a narration needs a speaker: test/modules/presentations/narration.test.ts sends it. */
const requests: Record<string, () => Promise<Asked>> = {
  createDeck: async () => ({ path: '/api/decks', body: deckInput({ unknown: 1 }) }),
  createSlide: () => inDeck('slides', slideInput()),
  createFaq: () => inDeck('faqs', { userQuestion: 'Q?', cannedAnswer: 'A.' }),
  createPresentation: () => inDeck('presentations', presentationInput()),
  createPresentations: () => inDeck('presentations/bulk', { inputs: [presentationInput(), {}, presentationInput()] }),
  translateDeck: async () => ({ path: (await inDeck('translations/es', {})).path }),
  createContract: async () => ({ path: `/api/presentations/${(await presented(app.rest)).id}/contracts` }),
  sendContract: () => move('send', {}),
  viewContract: () => move('view'),
  signContract: () => move('sign'),
  declineContract: () => move('decline', { reason: 'Not now' }),
  rescindContract: async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    return { path: `/api/contracts/${(await contracts.in('signed', presentation)).id}/rescind` };
  },
  cancelContract: () => move('cancel'),
  eraseHomeowner: async () => ({
    path: '/api/homeowners/erase',
    body: { presentationId: (await presented(app.rest)).id },
  }),
  createSubscription: async () => ({ path: subscriptions, body: subscriptionInput() }),
  rotateSubscriptionSecret: () => ofSubscription('secret/rotate', {}),
  testSubscription: () => ofSubscription('test'),
  resendDelivery: async () => {
    const { path } = await ofSubscription('test');
    const { body } = await app.rest.post<{ delivery: { id: string } }>(path);
    await sql`update delivery set status = 'DEAD', next_attempt_at = null where id = ${body.delivery.id}`.execute(
      app.database.connection.kysely,
    );
    return { path: `/api/notifications/deliveries/${body.delivery.id}/resend` };
  },
  recoverDeliveries: async () => {
    await publish(app, 'walk.missed');
    return ofSubscription('recover', { since: '2026-01-01T00:00:00Z' });
  },
  retryDeadJob: async () => ({ path: `/api/dead-jobs/${await insertDeadJob(app)}/retry` }),
  retryFanOut: async () => {
    const { id } = await publish(app, 'walk.stuck');
    await eventually(async () => (await app.rest.get(`/api/events/${id}/fan-out`)).status === 404);
    await sql`insert into fan_out (event_id, failures, died_at) values (${id}, 10, now())`.execute(
      app.database.connection.kysely,
    );
    return { path: `/api/events/${id}/fan-out/retry` };
  },
  publishEvent: async () => ({ path: '/api/events', body: { type: 'walk.published' } }),
  publishEvents: async () => ({ path: '/api/events/batch', body: { events: [{ type: 'walk.published' }] } }),
};

/** What reads only: an Idempotency-Key has no effect. */
const readings: Record<string, () => Promise<Asked>> = {
  previewPresentation: () => inDeck('presentations/preview', presentationInput()),
  tryFilter: async () => ({ path: '/api/notifications/filter/try', body: { eventType: 'walk.*' } }),
};

/** What answers with a secret, which is never stored, or may be repeated anyway: an Idempotency-Key is refused. */
const secretive = [
  'createApiKey',
  'createDeckStreamLink',
  'createEventStreamLink',
  'createGuestVisit',
  'createPresentationLink',
  'createPresentationStreamLink',
  'createSession',
  'leadPresentation',
  'recordGuestWatching',
  'rotateApiKey',
];

/** What guests send by their links: test/modules/links/links.test.ts sends it. */
const byGuests = [
  'askGuestQuestion',
  'declineGuestContract',
  'rescindGuestContract',
  'searchGuestFaqs',
  'signGuestContract',
];

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, { post?: { operationId: string; parameters: { $ref: string }[] } }>;
};
const declared = Object.values(document.paths).flatMap(({ post }) => (post === undefined ? [] : [post]));
const posts = declared.filter(({ operationId }) => !secretive.includes(operationId));

test('every POST declares the Idempotency-Key and is sent below', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  for (const { operationId, parameters } of posts)
    expect([operationId, parameters]).toEqual([operationId, expect.arrayContaining([key])]);
  expect(posts.map(({ operationId }) => operationId).sort()).toEqual(
    [...Object.keys(requests), ...Object.keys(readings), 'narratePresentation', ...byGuests].sort(),
  );
});

test('a POST that answers with a secret declares no Idempotency-Key and refuses one', async () => {
  const others = declared.filter((post) => !posts.includes(post));
  expect(others.map(({ operationId }) => operationId).sort()).toEqual(secretive);
  expect(JSON.stringify(others)).not.toContain('IdempotencyKey');
  for (const path of ['/api/keys', '/api/session', `/api/keys/${randomUUID()}/rotate`]) {
    const key = { 'idempotency-key': newKey() };
    const answer = await app.rest.post(path, { name: 'Office', scopes: ['decks:read'] }, key);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/Idempotency-Key', code: 'unknown' }] } });
  }
});

describe('a POST with an Idempotency-Key', () => {
  test.each(Object.entries(requests))(
    '%s has one effect and one answer, however often it is sent',
    async (_name, ask) => {
      const { path, body } = await ask();
      const key = { 'idempotency-key': newKey() };
      const send = async (): Promise<unknown> => {
        const { status, headers, body: answer } = await app.rest.post<unknown>(path, body, key);
        return [status, answer, ...['location', 'etag', 'x-ignored-fields'].map((it) => headers.get(it))];
      };
      const [first, twin] = await Promise.all([send(), send()]);
      expect((first as number[])[0]).toBeLessThan(300);
      expect(twin).toEqual(first);
      const before = await app.rowCounts();
      expect(await send()).toEqual(first);
      expect(await app.rowCounts()).toEqual(before);
      const other = await app.rest.post('/api/decks', deckInput(), key);
      expect(other).toMatchObject({ status: 422, body: { errors: [{ pointer: '/Idempotency-Key' }] } });
      expect(await app.rowCounts()).toEqual(before);
    },
  );
});

test.each(Object.entries(readings))('%s stores nothing under an Idempotency-Key', async (_name, ask) => {
  const key = { 'idempotency-key': newKey() };
  for (const { path, body } of [await ask(), await ask()]) {
    const before = await app.rowCounts();
    expect((await app.rest.post(path, body, key)).status).toBe(200);
    expect(await app.rowCounts()).toEqual(before);
  }
});

/** Each mutation that creates something, and how its twin in REST is asked. */
const mutations: Record<string, string> = {
  createDeck: '$input: CreateDeckInput!',
  createSlide: '$deckId: ID!, $input: CreateSlideInput!',
  createFaq: '$deckId: ID!, $input: CreateFaqInput!',
  createPresentation: '$deckId: ID!, $input: CreatePresentationInput!',
  createContract: '$presentationId: ID!',
  createSubscription: '$input: CreateSubscriptionInput!',
  testSubscription: '$id: ID!',
  publishEvent: '$input: PublishEventInput!',
};

describe('a mutation with an idempotencyKey', () => {
  test.each(Object.entries(mutations))('%s creates once, also through the other door', async (name, variables) => {
    const { path, body } = await (requests[name] as () => Promise<Asked>)();
    const passed = [...variables.matchAll(/\$(\w+)/g)].map(([, it = '']) => it);
    const query = `mutation ($key: String, ${variables}) {
      it: ${name}(idempotencyKey: $key, ${passed.map((it) => `${it}: $${it}`).join(', ')}) { id } }`;
    const id = /[0-9a-f-]{36}/.exec(path)?.[0];
    const { unknown: _, ...input } = (body ?? {}) as Record<string, unknown>;
    const key = newKey();
    const asked = { key, input: camelCased(input), deckId: id, presentationId: id, id };
    const given = Object.fromEntries(Object.entries(asked).filter(([it]) => ['key', ...passed].includes(it)));
    const { it: first } = await app.graphql.data<{ it: { id: string } }>(query, given);
    const before = await app.rowCounts();
    const { it: again } = await app.graphql.data<{ it: { id: string } }>(query, given);
    const rest = await app.rest.post<unknown>(path, body, { 'idempotency-key': key });
    expect([again.id, JSON.stringify(rest.body)]).toEqual([first.id, expect.stringContaining(first.id)]);
    expect(await app.rowCounts()).toEqual(before);
  });
});

function camelCased(input: Record<string, unknown>): object {
  const { homeowner, channel } = input as { homeowner?: { first_name: string; last_name: string }; channel?: string };
  return {
    ...input,
    ...(homeowner && { homeowner: { firstName: homeowner.first_name, lastName: homeowner.last_name } }),
    ...(channel && { channel: channel.toUpperCase() }),
  };
}
