import { beforeAll, describe, expect, test } from '@jest/globals';
import { headerMask } from '../../../src/delivery/subscriptions/masked-headers.ts';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';
import type { ProblemAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { issue } from '../../trust/keys/issued.ts';

const base = '/api/notifications/subscriptions';
const value = 'Bearer value-that-is-a-secret';
const scopes = ['notifications:write', 'events:read', 'events:publish', 'decks:read'];

const receiver = useReceiver();
const app = useApp({
  API_KEY: 'the-key-of-the-environment',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  LOG_LEVEL: 'debug',
});
/** Clients of a key without `secrets:read`. */
let [rest, graphql, authorization] = [{} as RestClient, {} as GraphQLClient, ''];
let deckId = '';
let stored: SubscriptionAnswer;

const config = (headers: object, url = `${receiver.url}/masked`): object => ({ channelConfig: { url, headers } });
const masked = { Authorization: headerMask, 'X-Other': headerMask };
/** The header that the receiver gets with the next event. */
async function arrives(): Promise<unknown> {
  const event = await publish(app, 'masked.headers', { deckId });
  await settledDelivery(app, event.id);
  return receiver.at('/masked').at(-1)?.headers.authorization;
}

beforeAll(async () => {
  authorization = `Bearer ${(await issue(app, { scopes })).token}`;
  rest = await new RestClient(app.base, { authorization }).open();
  graphql = new GraphQLClient(app.base, { authorization });
  deckId = (await createDeck(app.rest)).id;
  const input = { deckId, eventType: 'masked.headers', channel: 'webhook' };
  stored = await createSubscription(app.rest, { ...input, ...config({ Authorization: value, 'X-Other': 'other' }) });
  expect(stored.channelConfig).toMatchObject({ headers: { Authorization: value } });
});

const headersOf = 'channelConfig { ... on WebhookConfig { headers { name value } } }';

describe('the values of webhook headers', () => {
  test('are masked in both APIs for a caller without secrets:read', async () => {
    const { id } = stored;
    expect((await rest.get<SubscriptionAnswer>(`${base}/${id}`)).body.channelConfig).toMatchObject({ headers: masked });
    const { body } = await rest.get<{ subscriptions: SubscriptionAnswer[] }>(base);
    expect(body.subscriptions[0]?.channelConfig).toMatchObject({ headers: masked });
    const event = await publish(app, 'masked.headers', { deckId });
    const delivery = await settledDelivery(app, event.id);
    const data = await graphql.data(
      `query ($id: ID!, $deckId: ID!, $delivery: ID!, $event: ID!) {
        subscription(id: $id) { ${headersOf} }
        subscriptions { nodes { ${headersOf} } }
        node(id: $id) { ... on NotificationSubscription { ${headersOf} } }
        deck(id: $deckId) { subscriptions { nodes { ${headersOf} } } }
        delivery(id: $delivery) { subscription { ${headersOf} } }
        explainDelivery(eventId: $event, subscriptionId: $id) { delivery { subscription { ${headersOf} } } }
      }`,
      { id, deckId, delivery: delivery.id, event: event.id },
    );
    expect(JSON.stringify(data).match(/"name":"Authorization","value":"[^"]*"/g)).toEqual(
      Array(6).fill(`"name":"Authorization","value":"${headerMask}"`),
    );
    expect(JSON.stringify(data)).not.toContain(value);
  });

  test('are masked in a live stream, which a reader of secrets gets with them', async () => {
    const query = `subscription { deliveryAttempts { delivery { subscription { ${headersOf} } } } }`;
    const [one, all] = [app.live({ authorization }), app.live({ authorization: 'Bearer the-key-of-the-environment' })];
    const [{ received: hidden }, { received: shown }] = [one.subscribe(query), all.subscribe(query)];
    await eventually(() => one.connected + all.connected === 2);
    await eventually(async () => {
      await publish(app, 'masked.headers', { deckId });
      return hidden.length > 0 && shown.length > 0;
    });
    expect(JSON.stringify(hidden)).toContain(headerMask);
    expect(JSON.stringify(hidden)).not.toContain(value);
    expect(JSON.stringify(shown)).toContain(value);
  });

  test('stay as they are when the mask is sent back, in whatever case the name is', async () => {
    const put = await rest.put<SubscriptionAnswer>(`${base}/${stored.id}`, config(masked));
    expect([put.status, put.headers.get('etag')]).toEqual([200, '"1"']);
    const path = config({ authorization: headerMask, 'X-New': 'new' }, `${receiver.url}/masked?v=2`);
    const patched = await rest.send<SubscriptionAnswer>('PATCH', `${base}/${stored.id}`, path);
    expect(patched.body.channelConfig).toMatchObject({ headers: { authorization: headerMask, 'X-New': headerMask } });
    const whole = await app.rest.get<SubscriptionAnswer>(`${base}/${stored.id}`);
    expect(whole.body.channelConfig).toMatchObject({ headers: { authorization: value, 'X-New': 'new' } });
    const mutation = `mutation ($id: ID!, $input: UpdateSubscriptionInput!) {
      updateSubscription(id: $id, input: $input) { subscription { ${headersOf} } } }`;
    const input = config({ authorization: headerMask });
    expect(JSON.stringify(await graphql.data(mutation, { id: stored.id, input }))).toContain(headerMask);
    expect(await arrives()).toBe(value);
  });

  test('are asked for again when the host of the webhook changes', async () => {
    const elsewhere = receiver.url.replace('127.0.0.1', '127.0.0.2');
    for (const client of [rest, app.rest]) {
      const { status, body } = await client.put<ProblemAnswer>(
        `${base}/${stored.id}`,
        config({ authorization: headerMask }, elsewhere),
      );
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/channelConfig/headers/authorization']);
      expect(body.detail).toContain('send the value of authorization again');
    }
    expect(await arrives()).toBe(value);
  });

  test('are asked for where none is stored under the name', async () => {
    const sent = config({ 'X-Unknown': headerMask });
    const update = await rest.put<ProblemAnswer>(`${base}/${stored.id}`, sent);
    const create = await rest.post<ProblemAnswer>(base, { ...stored, ...sent });
    for (const { status, body } of [update, create]) {
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/channelConfig/headers/X-Unknown']);
      expect(body.detail).toContain('no header X-Unknown is stored');
    }
  });

  test('are in no event and no line of the log', async () => {
    expect(JSON.stringify(await app.events(''))).not.toContain('value-that-is-a-secret');
    expect(app.log.join('\n')).not.toContain('value-that-is-a-secret');
  });
});
