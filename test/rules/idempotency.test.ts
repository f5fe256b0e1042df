import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SlideAnswer } from '../helpers/answers.ts';
import { publish } from '../delivery/deliveries.ts';
import { insertDeadJob } from '../helpers/dead-job.ts';
import { eventually } from '../helpers/eventually.ts';
import { anyPng } from '../helpers/png.ts';
import {
  createDeck,
  createFaq,
  createSlide,
  createSubscription,
  deckInput,
  presentationInput,
  slideInput,
  subscriptionInput,
} from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { issue } from '../trust/keys/issued.ts';
import { Contracts, presented, cancelable } from '../contracts/contracts.ts';
import { DeepLServer } from '../authoring/deepl-server.ts';

const deepl = useServer(new DeepLServer());
// With a key: the first that is made closes the API that is open without one.
const app = useApp(() => ({ ...deepl.env, API_KEY: 'a-key-of-sixteen-or-more' }));
const contracts = new Contracts(app);
const subscriptions = '/api/notifications/subscriptions';

let keys = 0;
const newKey = (): string => `walk-${(keys += 1)}`;

interface Asked {
  /** POST by default. */
  method?: 'PUT' | 'DELETE';
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
  return { path: `${subscriptions}/${id}${rest === '' ? '' : `/${rest}`}`, ...(body === undefined ? {} : { body }) };
};

const ofDeck = async (rest: (deckId: string) => Promise<Asked> | Asked): Promise<Asked> =>
  rest((await createDeck(app.rest)).id);
const ofSlide = (rest: string, asked: Omit<Asked, 'path'>): Promise<Asked> =>
  ofDeck(async (deckId) => ({ path: `/api/slides/${(await createSlide(app.rest, deckId)).id}${rest}`, ...asked }));
const ofFaq = (rest: string, asked: Omit<Asked, 'path'>): Promise<Asked> =>
  ofDeck(async (deckId) => ({ path: `/api/faqs/${(await createFaq(app.rest, deckId)).id}${rest}`, ...asked }));
const ofReceiver = async (asked: Omit<Asked, 'path'>): Promise<Asked> => {
  const { body } = await app.rest.post<{ receiver: { id: string } }>('/api/playground/receivers');
  return { path: `/api/playground/receivers/${body.receiver.id}`, ...asked };
};
const put = (body: object): Omit<Asked, 'path'> => ({ method: 'PUT', body });
const remove = { method: 'DELETE' } as const;
const translation = { title: 'T', bullets: [], narrationScript: 'N' };
const words = { userQuestion: 'Q', cannedAnswer: 'A' };
const languages = { translations: { es: translation } };

/** A request for each PUT and DELETE. That for a PUT is sent by PATCH too. */
const changes: Record<string, () => Promise<Asked>> = {
  updateDeck: () => ofDeck((id) => ({ path: `/api/decks/${id}`, ...put({ name: 'New' }) })),
  deleteDeck: () => ofDeck((id) => ({ path: `/api/decks/${id}`, ...remove })),
  updateSlide: () => ofSlide('', put({ title: 'New' })),
  deleteSlide: () => ofSlide('', remove),
  reorderSlides: () =>
    ofDeck(async (deckId) => {
      const slides = [await createSlide(app.rest, deckId), await createSlide(app.rest, deckId)];
      return {
        path: `/api/decks/${deckId}/slides/order`,
        ...put({ slideIds: slides.map(({ id }) => id).toReversed() }),
      };
    }),
  setSlideTranslation: () => ofSlide('/translations/es', put(translation)),
  deleteSlideTranslation: () =>
    ofDeck(async (deckId) => {
      const { id } = await createSlide(app.rest, deckId, languages);
      return { path: `/api/slides/${id}/translations/es`, ...remove };
    }),
  updateFaq: () => ofFaq('', put({ cannedAnswer: 'New' })),
  deleteFaq: () => ofFaq('', remove),
  setFaqTranslation: () => ofFaq('/translations/es', put(words)),
  deleteFaqTranslation: () =>
    ofDeck(async (deckId) => {
      const { id } = await createFaq(app.rest, deckId, { translations: { es: words } });
      return { path: `/api/faqs/${id}/translations/es`, ...remove };
    }),
  selectTier: async () => ({
    path: `/api/presentations/${(await presented(app.rest)).id}/tier`,
    ...put({ tier: 'good' }),
  }),
  selectAddOns: async () => ({
    path: `/api/presentations/${(await presented(app.rest)).id}/add-ons`,
    ...put({ addOns: [] }),
  }),
  deletePresentation: async () => ({ path: `/api/presentations/${(await presented(app.rest)).id}`, ...remove }),
  revokePresentationLink: async () => {
    const path = `/api/presentations/${(await presented(app.rest)).id}/links`;
    const { body } = await app.rest.post<{ link: { id: string } }>(path, { name: 'Phone' });
    return { path: `/api/links/${body.link.id}`, ...remove };
  },
  updateSubscription: async () => ({ ...(await ofSubscription('', { name: 'New' })), method: 'PUT' }),
  deleteSubscription: async () => ({ ...(await ofSubscription('')), ...remove }),
  updatePlaygroundReceiver: () => ofReceiver(put({ answer: 'gone' })),
  deletePlaygroundReceiver: () => ofReceiver(remove),
  updateDeliveryPolicy: async () => ({ ...(await ofSubscription('policy', { timeoutMs: 500 })), method: 'PUT' }),
  updatePresentation: async () => ({
    path: `/api/presentations/${(await presented(app.rest)).id}`,
    ...put({ price_inputs: { roof_squares: 30 } }),
  }),
  updatePresentationLink: async () => {
    const path = `/api/presentations/${(await presented(app.rest)).id}/links`;
    const { body } = await app.rest.post<{ link: { id: string } }>(path, { name: 'Phone' });
    return { path: `/api/links/${body.link.id}`, ...put({ name: 'Tablet' }) };
  },
  updateContract: async () => ({
    path: `/api/contracts/${(await contracts.in('draft')).id}`,
    ...put({ coSigner: 'Robin Whitaker' }),
  }),
  updateApiKey: async () => ({ path: `/api/keys/${await aKey()}`, ...put({ name: 'New' }) }),
  revokeApiKey: async () => ({ path: `/api/keys/${await aKey()}`, ...remove }),
};

async function aKey(): Promise<string> {
  const { apiKey } = await issue(app);
  return apiKey.id;
}

/** A request for each POST. That for a narration needs a speaker: test/presentations/narration.test.ts sends it. */
const requests: Record<string, () => Promise<Asked>> = {
  createDeck: async () => ({ path: '/api/decks', body: deckInput({ unknown: 1 }) }),
  duplicateDeck: () => inDeck('duplicate', {}),
  importDeck: async () => ({
    path: '/api/decks/import',
    body: {
      format: 'deckcast.deck',
      formatVersion: 1,
      deck: deckInput(),
      slides: [slideInput()],
      faqs: [{ userQuestion: 'Q?', cannedAnswer: 'A.' }],
      images: [],
    },
  }),
  createSlide: () => inDeck('slides', slideInput()),
  createSlides: () => inDeck('slides/bulk', { slides: [slideInput(), slideInput()] }),
  uploadImage: () => inDeck('images', anyPng()),
  createFaq: () => inDeck('faqs', { userQuestion: 'Q?', cannedAnswer: 'A.' }),
  createPresentation: () => inDeck('presentations', presentationInput()),
  createPresentations: () => inDeck('presentations/bulk', { inputs: [presentationInput(), {}, presentationInput()] }),
  previewSpeech: () =>
    ofDeck(async (deckId) => {
      const { slideId } = await createSlide(app.rest, deckId, { audioUrl: 'https://example.com/recorded.mp3' });
      return { path: `/api/decks/${deckId}/speech/preview`, body: { slideId } };
    }),
  translateDeck: async () => ({ path: (await inDeck('translations/es', {})).path }),
  createContract: async () => ({ path: `/api/presentations/${(await presented(app.rest)).id}/contracts` }),
  sendContract: () => move('send', {}),
  markContractViewed: () => move('mark-viewed'),
  signContract: () => move('sign'),
  declineContract: () => move('decline', { reason: 'Not now' }),
  rescindContract: async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    return { path: `/api/contracts/${(await contracts.in('signed', presentation)).id}/rescind` };
  },
  voidContract: () => move('void'),
  eraseHomeowner: async () => ({
    path: '/api/homeowners/erase',
    body: { presentationId: (await presented(app.rest)).id },
  }),
  createPlaygroundReceiver: async () => ({ path: '/api/playground/receivers', body: { answer: 'gone' } }),
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
    await sql`insert into fan_out (event_id, attempt_count, died_at) values (${id}, 10, now())`.execute(
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
  previewOffer: () => inDeck('offers/preview', { productData: { good: { price: 100 } } }),
  tryFilter: async () => ({ path: '/api/notifications/filter/try', body: { eventType: 'walk.*' } }),
  previewEmail: async () => ({ path: '/api/notifications/email/preview', body: { eventType: 'contract.signed' } }),
  exportHomeowner: async () => ({
    path: '/api/homeowners/export',
    body: { presentationId: (await presented(app.rest)).id },
  }),
};

/** What answers with a secret, which is never stored, or may be repeated anyway: an Idempotency-Key is refused. */
const secretive = [
  'createApiKey',
  'createContractStreamLink',
  'createDeckStreamLink',
  'createEventStreamLink',
  'createGuestVisit',
  'createPresentationLink',
  'createPresentationStreamLink',
  'createSession',
  'deleteSession',
  'recordGuestEngagement',
  'rotateApiKey',
  'setPresenterPosition',
];

/** What guests send by their links: test/homeowners/links/links.test.ts sends it. */
const byGuests = [
  'askGuestQuestion',
  'declineGuestContract',
  'rescindGuestContract',
  'searchGuestFaqs',
  'selectGuestAddOns',
  'selectGuestTier',
  'signGuestContract',
];

interface Declared {
  operationId: string;
  parameters: { $ref: string }[];
}
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<'get' | 'post' | 'put' | 'patch' | 'delete', Declared | undefined>>;
};
/** All that change something; that of a PATCH is the one of its PUT. */
const declared = Object.values(document.paths).flatMap(({ post, put: changed, delete: removed }) =>
  [post, changed, removed].filter((it) => it !== undefined),
);
const taking = declared.filter(({ operationId }) => !secretive.includes(operationId));

test('every change declares the Idempotency-Key and is sent below', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  const patches = Object.values(document.paths).flatMap(({ patch }) => (patch === undefined ? [] : [patch]));
  for (const { operationId, parameters } of [...taking, ...patches])
    expect([operationId, parameters]).toEqual([operationId, expect.arrayContaining([key])]);
  const sent = [requests, changes, readings].flatMap((them) => Object.keys(them));
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual([...sent, 'retryNarration', ...byGuests].sort());
});

test('a change that answers with a secret declares no Idempotency-Key and refuses one', async () => {
  const others = declared.filter((one) => !taking.includes(one));
  expect(others.map(({ operationId }) => operationId).sort()).toEqual(secretive);
  expect(JSON.stringify(others)).not.toContain('IdempotencyKey');
  for (const path of ['/api/keys', '/api/session', `/api/keys/${randomUUID()}/rotate`]) {
    const key = { 'idempotency-key': newKey() };
    const answer = await app.rest.post(path, { name: 'Office', scopes: ['decks:read'] }, key);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/Idempotency-Key', code: 'unknown' }] } });
  }
});

/** The same by PATCH, for each that a PUT changes. */
const patched = Object.entries(changes)
  .filter(([name]) => !/^(delete|revoke)/.test(name))
  .map(([name, ask]) => [`${name} by PATCH`, async () => ({ ...(await ask()), method: 'PATCH' as const })] as const);

describe('a change with an Idempotency-Key', () => {
  test.each([...Object.entries(requests), ...Object.entries(changes), ...patched])(
    '%s has one effect and one answer, however often it is sent',
    async (_name, ask) => {
      const { method = 'POST', path, body } = await ask();
      const key = { 'idempotency-key': newKey() };
      const send = async (): Promise<unknown> => {
        const { status, headers, body: reported } = await app.rest.send<unknown>(method, path, body, key);
        return [status, reported, ...['location', 'etag', 'x-ignored-fields'].map((it) => headers.get(it))];
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

test('a PUT or PATCH that arrives once more takes back no change that was made meanwhile', async () => {
  const { path } = await ofSlide('', {});
  const title = async (): Promise<string> => (await app.rest.get<{ slide: SlideAnswer }>(path)).body.slide.title;
  for (const [method, type] of [
    ['PUT', 'application/json'],
    ['PATCH', 'application/json'],
    ['PATCH', 'application/merge-patch+json'],
  ] as const) {
    const headers = { 'idempotency-key': newKey(), 'content-type': type };
    const send = (text: string) => app.rest.send<{ slide: SlideAnswer }>(method, path, { title: text }, headers);
    expect((await send('First')).body.slide.title).toBe('First');
    await app.rest.put(path, { title: 'Second' });
    expect([method, (await send('First')).body.slide.title, await title()]).toEqual([method, 'First', 'Second']);
    expect((await send('Third')).status).toBe(422);
  }
});

test('a key belongs to one method, one address and one media type', async () => {
  const { path } = await ofSlide('', {});
  const headers = { 'idempotency-key': newKey() };
  const body = { title: 'Once' };
  expect((await app.rest.put(path, body, headers)).status).toBe(200);
  const merged = { ...headers, 'content-type': 'application/merge-patch+json' };
  for (const answered of [
    await app.rest.send('PATCH', path, body, headers),
    await app.rest.send('PATCH', path, body, merged),
    await app.rest.delete(path, headers),
    await app.rest.put((await ofSlide('', {})).path, body, headers),
    await app.rest.put(path, body, { ...headers, 'if-match': '"1"' }),
  ])
    expect(answered).toMatchObject({ status: 422, body: { errors: [{ pointer: '/Idempotency-Key' }] } });
});

test.each(Object.entries(readings))('%s stores nothing under an Idempotency-Key', async (_name, ask) => {
  const key = { 'idempotency-key': newKey() };
  for (const { path, body } of [await ask(), await ask()]) {
    const before = await app.rowCounts();
    expect((await app.rest.post(path, body, key)).status).toBe(200);
    expect(await app.rowCounts()).toEqual(before);
  }
});

/** The member of a payload that has what was changed. */
function memberOf(name: string): string {
  if (name === 'testSubscription') return 'delivery';
  const [noun = ''] = /Deck|Slide|Faq|Presentation|Contract|Subscription|Event/.exec(name) ?? [];
  return noun.toLowerCase();
}

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
  test.each(Object.entries(mutations))('%s creates once, also through the other API', async (name, variables) => {
    const { path, body } = await (requests[name] as () => Promise<Asked>)();
    const passed = [...variables.matchAll(/\$(\w+)/g)].map(([, it = '']) => it);
    const query = `mutation ($key: String, ${variables}) {
      it: ${name}(idempotencyKey: $key, ${passed.map((it) => `${it}: $${it}`).join(', ')}) { ${memberOf(name)} { id } } }`;
    const id = /[0-9a-f-]{36}/.exec(path)?.[0];
    const { unknown: _, ...input } = (body ?? {}) as Record<string, unknown>;
    const key = newKey();
    const asked = { key, input: camelCased(input), deckId: id, presentationId: id, id };
    const given = Object.fromEntries(Object.entries(asked).filter(([it]) => ['key', ...passed].includes(it)));
    const { it: first } = await app.graphql.data<{ it: Record<string, { id: string }> }>(query, given);
    const before = await app.rowCounts();
    const { it: again } = await app.graphql.data<{ it: Record<string, { id: string }> }>(query, given);
    const rest = await app.rest.post<unknown>(path, body, { 'idempotency-key': key });
    const made = first[memberOf(name)]?.id ?? '-';
    expect([again, JSON.stringify(rest.body)]).toEqual([first, expect.stringContaining(made)]);
    expect(await app.rowCounts()).toEqual(before);
  });
});

test('createPresentation gives its first answer to a repetition that waits longer', async () => {
  const { path, body } = await (requests['createPresentation'] as () => Promise<Asked>)();
  const [deckId] = /[0-9a-f-]{36}/.exec(path) ?? [];
  const key = newKey();
  const create = (waitSeconds: number) =>
    app.graphql.data(
      `mutation ($deckId: ID!, $input: CreatePresentationInput!, $key: String, $waitSeconds: Int) {
        createPresentation(deckId: $deckId, input: $input, idempotencyKey: $key, waitSeconds: $waitSeconds) { presentation { id } } }`,
      { deckId, input: camelCased(body as Record<string, unknown>), key, waitSeconds },
    );
  expect(await create(1)).toEqual(await create(0));
});

/** Mutations that change something, with the ids and the input that name the same as the request of their twin in REST. */
const steps: Record<string, string> = {
  updateDeck: '$id: ID!, $input: UpdateDeckInput!',
  updateSlide: '$id: ID!, $input: UpdateSlideInput!',
  updateFaq: '$id: ID!, $input: UpdateFaqInput!',
  updateSubscription: '$id: ID!, $input: UpdateSubscriptionInput!',
  deleteDeck: '$id: ID!',
  deleteSlide: '$id: ID!',
  deleteFaq: '$id: ID!',
  sendContract: '$id: ID!, $input: SendContractInput',
  markContractViewed: '$id: ID!',
  signContract: '$id: ID!, $input: SignContractInput!',
  declineContract: '$id: ID!, $input: DeclineContractInput',
  voidContract: '$id: ID!',
  rescindContract: '$id: ID!',
};

describe('a mutation that changes something, with an idempotencyKey,', () => {
  test.each(Object.entries(steps))('%s changes it once, also through the other API', async (name, variables) => {
    const { method = 'POST', path, body } = await ((requests[name] ?? changes[name]) as () => Promise<Asked>)();
    const passed = [...variables.matchAll(/\$(\w+)/g)].map(([, it = '']) => it);
    const query = `mutation ($key: String, ${variables}) {
      it: ${name}(idempotencyKey: $key, ${passed.map((it) => `${it}: $${it}`).join(', ')}) { ${memberOf(name)} { id } } }`;
    const [id] = /[0-9a-f-]{36}/.exec(path) ?? [];
    const key = newKey();
    const tier = (body as { tier?: string } | undefined)?.tier;
    const input = { ...body, ...(tier === undefined ? {} : { tier: tier.toUpperCase() }) };
    const asked = { key, id, ...(passed.includes('input') ? { input } : {}) };
    const { it: first } = await app.graphql.data<{ it: Record<string, { id: string }> }>(query, asked);
    const before = await app.events('');
    expect(await app.graphql.data(query, asked)).toEqual({ it: first });
    const rest = await app.rest.send(method, path, body, { 'idempotency-key': key });
    expect([name, rest.status]).toEqual([name, method === 'DELETE' ? 204 : 200]);
    expect(await app.events('')).toEqual(before);
    const other = await app.graphql.send(
      'mutation ($key: String) { createDeck(idempotencyKey: $key, input: { name: "Other" }) { deck { id } } }',
      {
        key,
      },
    );
    expect(other.errors?.[0]?.extensions.code).toBe('UNPROCESSABLE');
  });

  test('takes back no change that was made meanwhile', async () => {
    const { id } = await createDeck(app.rest);
    const update = (name: string, key = newKey()) =>
      app.graphql.data(
        'mutation ($id: ID!, $name: String, $key: String) { it: updateDeck(id: $id, input: { name: $name }, idempotencyKey: $key) { deck { name } } }',
        { id, name, key },
      );
    const key = newKey();
    await update('First', key);
    await update('Second');
    expect(await update('First', key)).toEqual({ it: { deck: { name: 'First' } } });
    expect(await app.graphql.data('query ($id: ID!) { deck(id: $id) { name } }', { id })).toEqual({
      deck: { name: 'Second' },
    });
  });

  test('names one field of several in a request, and no other', async () => {
    const { id } = await createDeck(app.rest);
    const query = `mutation ($id: ID!, $key: String) {
      a: updateDeck(id: $id, input: { name: "A" }, idempotencyKey: $key) { deck { version } }
      b: updateDeck(id: $id, input: { name: "B" }) { deck { version } } }`;
    const key = newKey();
    expect(await app.graphql.data(query, { id, key })).toEqual({
      a: { deck: { version: 2 } },
      b: { deck: { version: 3 } },
    });
    expect(await app.graphql.data(query, { id, key })).toEqual({
      a: { deck: { version: 2 } },
      b: { deck: { version: 3 } },
    });
  });
});

describe('a step of a contract with an ifVersion', () => {
  test.each(['send', 'markViewed', 'sign', 'decline', 'void'] as const)(
    '%s is refused when the contract has changed',
    async (step) => {
      const { id } = await contracts.in(step === 'send' ? 'draft' : 'sent');
      const name = step === 'markViewed' ? 'markContractViewed' : `${step}Contract`;
      const signature = (await contracts.signature(id)) as { tier: string };
      const variables = step === 'sign' ? { input: { ...signature, tier: signature.tier.toUpperCase() } } : {};
      const [variable, passed] = step === 'sign' ? [', $input: SignContractInput!', ', input: $input'] : ['', ''];
      const ask = (version: number) =>
        app.graphql.send(
          `mutation ($id: ID!, $version: Int${variable}) { it: ${name}(id: $id, ifVersion: $version${passed}) { contract { version } } }`,
          { id, version, ...variables },
        );
      const { contract } = await app.graphql.data<{ contract: { version: number } }>(
        'query ($id: ID!) { contract(id: $id) { version } }',
        { id },
      );
      const late = await ask(contract.version - 1);
      expect(late.errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
      expect(await ask(contract.version)).toMatchObject({
        data: { it: { contract: { version: contract.version + 1 } } },
      });
    },
  );
});

function camelCased(input: Record<string, unknown>): object {
  const { homeowner, channel } = input as { homeowner?: { first_name: string; last_name: string }; channel?: string };
  return {
    ...input,
    ...(homeowner && { homeowner: { firstName: homeowner.first_name, lastName: homeowner.last_name } }),
    ...(channel && { channel: channel.toUpperCase() }),
  };
}
