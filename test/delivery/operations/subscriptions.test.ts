import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { EventRecorder } from '../../rules/event-recorder.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';
const base = '/api/notifications/subscriptions';

const minimal = { name: 'Office', eventType: 'contract.signed', channel: 'console', channelConfig: {} };
const webhook = { url: 'https://example.com/hook', headers: { 'x-team': 'roof' } };
const email = { toEmails: ['a@example.com'], fromEmail: 'b@example.com' };
const fields = ['id', ...Object.keys(minimal), 'deckId', 'filter', 'isActive', 'createdAt', 'updatedAt'];
const warned = 'warnings { code detail }';

describe('subscriptions over REST', () => {
  test('a new subscription is answered unwrapped with exactly the documented fields', async () => {
    const { status, headers, body } = await app.rest.post<SubscriptionAnswer>(base, minimal);
    expect([status, headers.get('location')]).toEqual([201, `${base}/${body.id}`]);
    expect(Object.keys(body).toSorted()).toEqual(fields.toSorted());
    expect(body).toMatchObject({ ...minimal, deckId: null, isActive: true });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
    expect((await app.rest.get(`${base}/${body.id}`)).body).toEqual(body);
  });

  test('a subscription keeps all that it is given, whatever its channel', async () => {
    const { id: deckId } = await createDeck(app.rest);
    for (const input of [
      { channel: 'webhook', channelConfig: webhook, isActive: false },
      { channel: 'email', channelConfig: email, deckId, eventType: 'contract.*' },
      { channel: 'console', channelConfig: { format: 'pretty', prefix: '> ' }, deckId: null, eventType: '*' },
    ]) {
      expect(await createSubscription(app.rest, input)).toMatchObject(input);
    }
  });

  test('a PUT changes what it names, and one that says nothing new changes nothing', async () => {
    const subscription = await createSubscription(app.rest, minimal);
    for (const input of [{}, minimal, { deckId: null, isActive: true }]) {
      const { headers, body } = await put(subscription.id, input);
      expect([headers.get('etag'), body]).toEqual(['"1"', subscription]);
    }
    const { headers, body } = await put(subscription.id, { name: 'Home', isActive: false });
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toEqual({ ...subscription, name: 'Home', isActive: false, updatedAt: body.updatedAt });
  });

  test.each(['name', 'eventType', 'channel', 'channelConfig', 'isActive'])('a PUT cannot clear %s', async (field) => {
    const subscription = await createSubscription(app.rest);
    const { status, body } = await app.rest.put(`${base}/${subscription.id}`, { [field]: null });
    expect([status, body]).toEqual([200, subscription]);
  });

  test('a new channel needs settings that fit it, and new settings have to fit the channel', async () => {
    const subscription = await createSubscription(app.rest, { channel: 'webhook', channelConfig: webhook });
    const bare = await app.rest.put(`${base}/${subscription.id}`, { channel: 'email' });
    expect([bare.status, bare.body.errors[0]?.pointer]).toEqual([400, '/channelConfig/toEmails']);
    const unfit = await app.rest.put(`${base}/${subscription.id}`, { channelConfig: email });
    expect([unfit.status, unfit.body.errors[0]?.pointer]).toEqual([400, '/channelConfig/url']);
    expect((await app.rest.get(`${base}/${subscription.id}`)).body).toEqual(subscription);
    const both = await put(subscription.id, { channel: 'email', channelConfig: email });
    expect(both.body).toMatchObject({ channel: 'email', channelConfig: email });
  });

  test('a subscription is scoped to a deck that exists, and unscoped by null', async () => {
    const { id: deckId } = await createDeck(app.rest);
    expect((await app.rest.post(base, { ...minimal, deckId: nowhere })).status).toBe(404);
    expect((await app.rest.post(base, { ...minimal, deckId: 'deck' })).status).toBe(400);
    const { id } = await createSubscription(app.rest, { deckId });
    expect((await put(id, { deckId: nowhere })).status).toBe(404);
    expect((await put(id, { name: 'Still scoped' })).body.deckId).toBe(deckId);
    expect((await put(id, { deckId: null })).body.deckId).toBeNull();
    expect((await put(id, { deckId })).body.deckId).toBe(deckId);
  });

  test('a deck may be named in capitals', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const subscription = await createSubscription(app.rest, { deckId: deckId.toUpperCase() });
    expect(subscription.deckId).toBe(deckId);
    const { headers } = await put(subscription.id, { deckId: deckId.toUpperCase() });
    expect(headers.get('etag')).toBe('"1"');
  });

  test('a subscription outlives its deck and can still be changed', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSubscription(app.rest, { deckId });
    await app.rest.delete(`/api/decks/${deckId}`);
    expect((await put(id, { isActive: false })).body).toMatchObject({ isActive: false, deckId });
    expect((await put(id, { deckId: null })).body.deckId).toBeNull();
  });

  test('If-Match guards changes and deletion', async () => {
    const { id } = await createSubscription(app.rest);
    await put(id, { name: 'Newer' });
    expect((await app.rest.put(`${base}/${id}`, { name: 'Old' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await app.rest.delete(`${base}/${id}`, { 'if-match': '"1"' })).status).toBe(412);
    expect((await app.rest.delete(`${base}/${id}`, { 'if-match': '"2"' })).status).toBe(204);
    expect((await app.rest.get(`${base}/${id}`)).status).toBe(404);
  });

  test('the list is filtered by deck, event type and activity', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const one = await createSubscription(app.rest, { deckId, eventType: 'filter.one' });
    const two = await createSubscription(app.rest, { deckId, eventType: 'filter.two', isActive: false });
    const list = async (query: string): Promise<SubscriptionAnswer[]> =>
      (await app.rest.get<{ subscriptions: SubscriptionAnswer[] }>(`${base}?${query}`)).body.subscriptions;
    expect(await list(`deckId=${deckId}`)).toEqual([one, two]);
    expect(await list('eventType=filter.two')).toEqual([two]);
    expect(await list(`deckId=${deckId}&isActive=true`)).toEqual([one]);
  });

  test.each(['Contract.Signed', 'lead-form.submitted', 'contractSigned', 'urn:crm/lead_1.v2', '2fa.used', 'A.b-C.*'])(
    'the event type %s is accepted, matches its events alone, and is found by it',
    async (eventType) => {
      const subscription = await createSubscription(app.rest, { eventType });
      const type = eventType.replace('*', 'Deep.er');
      const query = `types=${encodeURIComponent(eventType)}`;
      const delivered = async () => {
        const { body } = await app.rest.get<{ deliveries: unknown[] }>(`${base}/${subscription.id}/deliveries`);
        return body.deliveries.length;
      };
      await app.rest.post('/api/events', {
        type: type.toLowerCase() === type ? type.toUpperCase() : type.toLowerCase(),
      });
      const { status, body } = await app.rest.post<{ event: { id: string } }>('/api/events', { type });
      expect(status).toBe(201);
      await eventually(async () => (await delivered()) > 0);
      const { body: log } = await app.rest.get<{ events: { id: string }[] }>(`/api/events?${query}`);
      expect(log.events.map(({ id }) => id)).toEqual([body.event.id]);
      const { body: tried } = await app.rest.post<{ trial: { matchedCount: number } }>(
        '/api/notifications/filter/try',
        { eventType },
      );
      expect([tried.trial.matchedCount, await delivered()]).toEqual([1, 1]);
      const { body: list } = await app.rest.get<{ subscriptions: object[] }>(
        `${base}?eventType=${encodeURIComponent(eventType)}`,
      );
      expect(list.subscriptions).toEqual([subscription]);
    },
  );

  test.each([
    ['contract.sign', 'similar_type', 'contract.signed'],
    ['Contract.Signed', 'similar_type', 'contract.signed'],
    ['contracts.*', 'similar_type', 'contract.*'],
    ['LeadSubmitted', 'unusual_type', 'contract.*'],
    ['Lead.*', 'unusual_type', 'contract.*'],
  ])('the doubtful event type %s is accepted with a warning in both APIs', async (eventType, code, hint) => {
    const { headers, body } = await app.rest.post<SubscriptionAnswer>(base, { ...minimal, eventType });
    const { id } = body;
    const { it } = await app.graphql.data<{ it: { warnings: { detail: string }[] } }>(
      `mutation { it: updateSubscription(id: "${id}", input: { isActive: true }) { ${warned} } }`,
    );
    const { warnings } = it;
    expect(warnings).toEqual([{ code, detail: expect.stringContaining(hint) }]);
    expect(warnings[0]?.detail).toContain('upper case differs from lower case');
    expect(headers.get('x-warnings')).toBe(`${code}: ${warnings[0]?.detail}`);
    if (eventType.includes('*')) return;
    const published = await app.rest.post<{ event: { id: string } }>('/api/events', { type: eventType });
    expect(published.body).toMatchObject({ warnings });
    const mutation = `mutation ($input: PublishEventInput!) { it: publishEvent(input: $input) { ${warned} } }`;
    const input = { type: eventType, id: published.body.event.id };
    expect(await app.graphql.data(mutation, { input })).toEqual({ it: { warnings } });
    expect((await put(id, { eventType: 'contract.signed' })).headers.get('x-warnings')).toBeNull();
  });

  test.each(['contract.*', '*', 'deck.deleted', 'test.ping', 'lead-form.submitted', 'crm.lead.won', 'lead.*'])(
    'the event type %s is accepted without a warning',
    async (eventType) => {
      expect((await app.rest.post(base, { ...minimal, eventType })).headers.get('x-warnings')).toBeNull();
    },
  );

  test.each(['contract*', '.signed', 'contract.', 'a b', 'a,b', 'ä.b', '*.signed', '**', 'a.*.*', 'x'.repeat(101)])(
    'the event type %j is refused',
    async (eventType) => {
      const { status, body } = await app.rest.post(base, { ...minimal, eventType });
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/eventType']);
    },
  );

  test('a type that only streams show is refused, but does not keep an older row from other changes', async () => {
    const eventType = 'presentation.progressed';
    const refused = await app.rest.post(base, { ...minimal, eventType });
    expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, '/eventType']);
    expect(refused.body.detail).toBe(
      'presentation.progressed is never delivered, only streams show it: follow it there, or subscribe to another type.',
    );
    const { id } = await createSubscription(app.rest);
    expect((await app.rest.put(`${base}/${id}`, { eventType })).status).toBe(400);
    await sql`update notification_subscription set event_type = ${eventType} where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    expect((await put(id, { eventType, name: 'Older' })).body).toMatchObject({ eventType, name: 'Older' });
  });

  test('settings that are not set are answered as null, also of an older row', async () => {
    const { url } = webhook;
    const { toEmails } = email;
    for (const [channel, channelConfig, whole] of [
      ['webhook', { url }, { url, headers: null, format: null }],
      ['email', { toEmails }, { toEmails, fromEmail: null, template: null }],
      ['console', { format: 'pretty' }, { format: 'pretty' }],
    ] as const) {
      const subscription = await createSubscription(app.rest, { channel, channelConfig });
      const { id } = subscription;
      expect(subscription.channelConfig).toEqual(whole);
      await sql`update notification_subscription set channel_config = ${JSON.stringify(channelConfig)} where id = ${id}`.execute(
        app.database.connection.kysely,
      );
      expect((await app.rest.get(`${base}/${id}`)).body).toEqual(subscription);
      const { subscription: overGraphql } = await app.graphql.data<{ subscription: object }>(
        `{ subscription(id: "${id}") { channelConfig { ... on WebhookConfig { url headers { name } format }
          ... on EmailConfig { toEmails fromEmail template { subject body } } ... on ConsoleConfig { format } } } }`,
      );
      expect(overGraphql).toEqual({ channelConfig: whole });
      for (const same of [channelConfig, whole]) {
        const { headers, body } = await put(id, { channelConfig: same });
        expect([headers.get('etag'), body]).toEqual(['"1"', subscription]);
      }
    }
  });

  test('changes to subscriptions are no events, and no answer shows the secret', async () => {
    const events = await EventRecorder.start(app);
    const { id } = await createSubscription(app.rest);
    const { body } = await put(id, { name: 'Other' });
    await app.rest.delete(`${base}/${id}`);
    expect(await events.taken()).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });

  const put = (id: string, input: object) => app.rest.put<SubscriptionAnswer>(`${base}/${id}`, input);
});

describe('subscriptions over GraphQL', () => {
  const own = fields.filter((name) => name !== 'channelConfig');
  const settings = '... on WebhookConfig { url headers { name value } } ... on ConsoleConfig { level format prefix }';
  const selection = `${own.join(' ')} channelConfig { ${settings} }`;

  test('both APIs give and store the same', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const subscription = await create({ ...minimal, channel: 'WEBHOOK', channelConfig: webhook, deckId });
    const channelConfig = { url: webhook.url, headers: [{ name: 'x-team', value: 'roof' }] };
    expect(subscription).toMatchObject({ channel: 'WEBHOOK', channelConfig, deckId, isActive: true });
    const { body } = await app.rest.get<SubscriptionAnswer>(`${base}/${subscription.id}`);
    expect(body).toEqual({ ...subscription, channel: 'webhook', channelConfig: { ...webhook, format: null } });
    const answer = await app.graphql.data(
      `{ subscription(id: "${subscription.id}") { ${selection} deck { id } }
         subscriptions(deckId: "${deckId}", isActive: true) { nodes { ${selection} } } }`,
    );
    expect(answer).toEqual({
      subscription: { ...subscription, deck: { id: deckId } },
      subscriptions: { nodes: [subscription] },
    });
  });

  test('an update changes what it names, unscopes by null, and else nothing', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const subscription = await create({ ...minimal, channel: 'CONSOLE', deckId });
    for (const input of [{}, { channel: 'CONSOLE', deckId }]) {
      expect(await update(subscription.id, input)).toEqual(subscription);
    }
    const changed = await update(subscription.id, { deckId: null, isActive: false });
    expect(changed).toEqual({ ...subscription, deckId: null, isActive: false, updatedAt: changed.updatedAt });
  });

  test('a channel and settings that do not fit are refused as REST refuses them', async () => {
    const subscription = await create({ ...minimal, channel: 'CONSOLE' });
    const { errors } = await app.graphql.send(
      `mutation { updateSubscription(id: "${subscription.id}", input: { channel: EMAIL }) { subscription { id } } }`,
    );
    const { body } = await app.rest.put(`${base}/${subscription.id}`, { channel: 'email' });
    expect(errors?.[0]?.extensions.problem).toMatchObject({ code: 'INVALID_INPUT', errors: body.errors });
    expect(body.errors[0]?.pointer).toBe('/channelConfig/toEmails');
  });

  test('a deleted subscription is answered once more and then null', async () => {
    const subscription = await create({ ...minimal, channel: 'CONSOLE' });
    const answer = await app.graphql.data(
      `mutation { it: deleteSubscription(id: "${subscription.id}") { subscription { id } } }`,
    );
    expect(answer).toEqual({ it: { subscription: { id: subscription.id } } });
    const read = await app.graphql.data(`{ subscription(id: "${subscription.id}") { id } }`);
    expect(read).toEqual({ subscription: null });
  });

  const create = async (input: object): Promise<SubscriptionAnswer> =>
    (
      await app.graphql.data<{ it: { subscription: SubscriptionAnswer } }>(
        `mutation ($input: CreateSubscriptionInput!) { it: createSubscription(input: $input) { subscription { ${selection} } } }`,
        { input },
      )
    ).it.subscription;
  const update = async (id: string, input: object): Promise<SubscriptionAnswer> =>
    (
      await app.graphql.data<{ it: { subscription: SubscriptionAnswer } }>(
        `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { it: updateSubscription(id: $id, input: $input) { subscription { ${selection} } } }`,
        { id, input },
      )
    ).it.subscription;
});
