import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { Vault } from '../../../src/kit/rights/vault.ts';
import { demoSubscription } from '../../../src/demo/demo-deck.ts';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';

const [key, oldKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const app = useApp({
  SECRET_KEY: `${key.toString('base64')},${oldKey.toString('hex')}`,
  SEED_DEMO: 'on',
  LOG_LEVEL: 'error',
});
const receiver = useReceiver();
const silent = pino({ level: 'silent' });
const vaultOf = (bytes: Buffer): Vault => new Vault([bytes], silent);
const keyIdOf = (bytes: Buffer): string => vaultOf(bytes).seal('', '').split('.')[1] ?? '';

const base = '/api/notifications/subscriptions';
const headers = { authorization: 'Bearer t0ken', 'x-office': 'north' };
const plainSecret = `whsec_${randomBytes(32).toString('base64')}`;

interface Stored {
  secret: string;
  previous_secret: string | null;
  channel_config: { url: string; headers: Record<string, string> };
}

let counter = 0;

async function subscribe(): Promise<SubscriptionAnswer & { path: string }> {
  counter += 1;
  const path = `/sealed-${counter}`;
  const channelConfig = { url: receiver.url + path, headers };
  const input = { eventType: `sealed.case_${counter}`, channel: 'webhook', channelConfig };
  return { ...(await createSubscription(app.rest, input)), path };
}

async function stored(id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`select secret, previous_secret, channel_config
    from notification_subscription where id = ${id}`.execute(app.database.connection.kysely);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no row ${id}`);
  return row;
}

/** Every text that is sealed in a row. */
function sealedTexts({ secret, previous_secret: previous, channel_config: config }: Stored): string[] {
  return [secret, ...(previous === null ? [] : [previous]), ...Object.values(config.headers ?? {})];
}

/** Stores a row as another time, or another key, would have left it. */
async function store(id: string, seal: (text: string) => string): Promise<void> {
  const config = { ...(await stored(id)).channel_config };
  config.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, seal(value)]));
  await sql`update notification_subscription
    set secret = ${seal(plainSecret)}, channel_config = ${JSON.stringify(config)}::jsonb
    where id = ${id}`.execute(app.database.connection.kysely);
}

const secretOf = async (id: string): Promise<string> =>
  (await app.rest.get<{ subscriptionSecret: { secret: string } }>(`${base}/${id}/secret`)).body.subscriptionSecret
    .secret;

describe('a subscription', () => {
  test('is stored sealed by the first key, url and names in plain', async () => {
    const { id, path } = await subscribe();
    await app.rest.post(`${base}/${id}/secret/rotate`);
    const row = await stored(id);
    expect(sealedTexts(row)).toHaveLength(4);
    for (const text of sealedTexts(row)) expect(text).toMatch(new RegExp(`^v1\\.${keyIdOf(key)}\\.[\\w-]+$`));
    expect([row.channel_config.url, Object.keys(row.channel_config.headers).toSorted()]).toEqual([
      receiver.url + path,
      Object.keys(headers),
    ]);
  });

  test('is shown as it was given, wherever it is shown', async () => {
    const { path: _, ...subscription } = await subscribe();
    expect(subscription.channelConfig).toMatchObject({ headers });
    const shown = await app.rest.get<SubscriptionAnswer>(`${base}/${subscription.id}`);
    const list = await app.rest.get<{ subscriptions: SubscriptionAnswer[] }>(
      `${base}?eventType=${subscription.eventType}`,
    );
    expect([shown.body, list.body.subscriptions]).toEqual([subscription, [subscription]]);
    const event = await publish(app, subscription.eventType);
    const settings = 'channelConfig { ... on WebhookConfig { url headers { name value } } }';
    const query = `{ subscription(id: "${subscription.id}") { ${settings} }
      deliveries(eventId: "${event.id}") { nodes { subscription { ${settings} } } } }`;
    await settledDelivery(app, event.id);
    const shownHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const channelConfig = { url: subscription.channelConfig['url'], headers: shownHeaders };
    expect(await app.graphql.data(query)).toEqual({
      subscription: { channelConfig },
      deliveries: { nodes: [{ subscription: { channelConfig } }] },
    });
  });

  test('that is sent back as it was read has not changed', async () => {
    const { id, channelConfig } = await subscribe();
    const before = await stored(id);
    const same = await app.rest.put(`${base}/${id}`, { channelConfig });
    expect([same.headers.get('etag'), await stored(id)]).toEqual(['"1"', before]);
  });

  test('keeps its header values sealed when it moves to another channel', async () => {
    const { id } = await subscribe();
    await app.rest.put(`${base}/${id}`, { channel: 'console' });
    for (const text of sealedTexts(await stored(id))) expect(text).toMatch(/^v1\./);
  });

  test('is sealed as well where its Idempotency-Key keeps the answer', async () => {
    const input = { name: 'Kept', eventType: 'a.b', channel: 'webhook', channelConfig: { url: receiver.url, headers } };
    const named = { 'idempotency-key': 'kept' };
    const first = await app.rest.post<SubscriptionAnswer>(base, input, named);
    const { rows } = await sql<{ results: string[] }>`select results from idempotency_key`.execute(
      app.database.connection.kysely,
    );
    expect(rows[0]?.results).toEqual([expect.stringMatching(`^v1\\.${keyIdOf(key)}\\.`)]);
    expect((await app.rest.post<SubscriptionAnswer>(base, input, named)).body).toEqual(first.body);
  });

  test('of the demo is sealed', async () => {
    expect((await stored(demoSubscription.id)).secret).toMatch(/^v1\./);
    expect(await secretOf(demoSubscription.id)).toMatch(/^whsec_/);
  });
});

describe.each([
  ['before there was a key', () => (text: string) => text],
  ['with the key that is being replaced', (id: string) => (text: string) => vaultOf(oldKey).seal(text, id)],
])('a row stored %s', (_, sealFor) => {
  test('is read, sent, and sealed by the first key at the next write', async () => {
    const { id, path, eventType, channelConfig } = await subscribe();
    await store(id, sealFor(id));
    expect(await secretOf(id)).toBe(plainSecret);
    expect((await app.rest.get<SubscriptionAnswer>(`${base}/${id}`)).body.channelConfig).toEqual(channelConfig);
    await settledDelivery(app, (await publish(app, eventType)).id);
    const [webhook] = receiver.at(path);
    expect(webhook?.headers).toMatchObject(headers);
    expect(
      new Webhook(plainSecret).verify(webhook?.body ?? '', webhook?.headers as Record<string, string>),
    ).toBeTruthy();
    await app.rest.put(`${base}/${id}`, { name: 'Written' });
    for (const text of sealedTexts(await stored(id))) expect(text.split('.')[1]).toBe(keyIdOf(key));
    expect(await secretOf(id)).toBe(plainSecret);
  });
});

describe('a row whose key is missing', () => {
  test('is refused with the name of the variable, alike through both APIs, and can still be deleted', async () => {
    const { id } = await subscribe();
    await store(id, (text) => vaultOf(lostKey).seal(text, id));
    const answers = [
      await app.rest.get(`${base}/${id}`),
      await app.rest.get(`${base}/${id}/secret`),
      await app.rest.get(base),
      await app.rest.put(`${base}/${id}`, { name: 'Other' }),
      await app.rest.post(`${base}/${id}/secret/rotate`),
    ];
    for (const { status, body } of answers) {
      expect([status, body.reason]).toEqual([503, 'secret_unreadable']);
      expect(body.detail).toContain('SECRET_KEY');
      expect(JSON.stringify(body)).not.toContain(keyIdOf(lostKey));
    }
    const { errors } = await app.graphql.send(`{ subscription(id: "${id}") { channelConfig { __typename } } }`);
    expect(errors?.[0]?.extensions.problem.detail).toBe(answers[0]?.body.detail);
    expect(await app.graphql.data(`{ subscription(id: "${id}") { id } }`)).toEqual({ subscription: { id } });
    expect((await app.rest.delete(`${base}/${id}`)).status).toBe(204);
    const reported = app.log.filter((line) => line.includes(keyIdOf(lostKey)));
    expect(reported).toEqual([expect.stringContaining('SECRET_KEY lacks the key')]);
  });

  test('is not delivered at all: the attempts say why and are made again', async () => {
    const { id, path, eventType } = await subscribe();
    await store(id, (text) => vaultOf(lostKey).seal(text, id));
    const delivery = await settledDelivery(app, (await publish(app, eventType)).id);
    expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 4 });
    for (const { error } of delivery.attempts) expect(error).toContain('SECRET_KEY');
    expect(receiver.at(path)).toEqual([]);
    await app.rest.delete(`${base}/${id}`);
  });

  test('fails closed as well when it was copied from another row', async () => {
    const [{ id }, { id: other }] = [await subscribe(), await subscribe()];
    await sql`update notification_subscription set secret = (
      select secret from notification_subscription where id = ${other}) where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    expect((await app.rest.get(`${base}/${id}/secret`)).status).toBe(503);
    expect(await secretOf(other)).toMatch(/^whsec_/);
  });
});
