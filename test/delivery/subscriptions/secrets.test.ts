import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { signatureHeaders } from '../../../src/delivery/channels/signature.ts';
import { publish, settledDelivery } from '../deliveries.ts';
import type { Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { type ReceivedWebhook, useReceiver } from '../../helpers/webhook-receiver.ts';

const app = useApp({ SECRET_KEY: randomBytes(32).toString('hex') });
const receiver = useReceiver();
const base = '/api/notifications/subscriptions';
const nowhere = '01900000-0000-7000-8000-00000000dead';

type Secret = Schemas['SubscriptionSecret'];
interface SecretAnswer {
  subscriptionSecret: Secret;
}

const newSecret = (bytes = 32): string => `whsec_${randomBytes(bytes).toString('base64')}`;
const read = async (id: string): Promise<Secret> =>
  (await app.rest.get<SecretAnswer>(`${base}/${id}/secret`)).body.subscriptionSecret;
const rotate = async (id: string, input?: object): Promise<Secret> =>
  (await app.rest.post<SecretAnswer>(`${base}/${id}/secret/rotate`, input)).body.subscriptionSecret;

const selection = 'secret previousSecret previousSecretUntil';
const rotateMutation = `mutation ($id: ID!, $input: RotateSecretInput) {
  it: rotateSubscriptionSecret(id: $id, input: $input) { subscriptionSecret { ${selection} } } }`;
const readQuery = `query ($id: ID!) { it: subscriptionSecret(id: $id) { ${selection} } }`;

describe('the secret of a subscription', () => {
  test('is made on create and read at a place of its own, the same through both APIs, kept by no cache', async () => {
    const { id } = await createSubscription(app.rest);
    const { status, headers, body: answer } = await app.rest.get<SecretAnswer>(`${base}/${id}/secret`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = answer.subscriptionSecret;
    expect(body).toEqual({
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      previousSecret: null,
      previousSecretUntil: null,
    });
    expect(await app.graphql.data(readQuery, { id })).toEqual({ it: body });
    expect((await read((await createSubscription(app.rest)).id)).secret).not.toBe(body.secret);
  });

  test('is a field of one GraphQL type alone', async () => {
    const { __schema } = await app.graphql.data<{
      __schema: { types: { name: string; fields: { name: string }[] }[] };
    }>('{ __schema { types { name fields { name } } } }');
    const holders = __schema.types.filter(({ fields }) => fields?.some(({ name }) => name === 'secret'));
    expect(holders.map(({ name }) => name)).toEqual(['SubscriptionSecret']);
  });

  test('is replaced by a request without a body: the old one stays for a day', async () => {
    const { id } = await createSubscription(app.rest);
    const { secret } = await read(id);
    const { status, headers, body: answer } = await app.rest.post<SecretAnswer>(`${base}/${id}/secret/rotate`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = answer.subscriptionSecret;
    expect(body.secret).not.toBe(secret);
    expect(body.previousSecret).toBe(secret);
    const hours = (Date.parse(body.previousSecretUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    expect(await read(id)).toEqual(body);
    const changed = await app.rest.get(`${base}/${id}`);
    expect(changed.headers.get('etag')).toBe('"2"');
  });

  test('is replaced through GraphQL as well, by a given one and for a given time', async () => {
    const { id } = await createSubscription(app.rest);
    const before = await read(id);
    const secret = newSecret(24);
    const {
      it: { subscriptionSecret: it },
    } = await app.graphql.data<{ it: SecretAnswer }>(rotateMutation, {
      id,
      input: { secret, overlapSeconds: 60 },
    });
    expect(it).toMatchObject({ secret, previousSecret: before.secret });
    expect(Date.parse(it.previousSecretUntil ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await read(id)).toEqual(it);
    const made = await app.graphql.data<{ it: SecretAnswer }>(rotateMutation, { id });
    expect(made.it.subscriptionSecret.previousSecret).toBe(secret);
  });

  test('of two rotations in one overlap only the newest old secret is kept', async () => {
    const { id } = await createSubscription(app.rest);
    const { secret: second } = await rotate(id);
    const { secret: third, previousSecret } = await rotate(id, { secret: newSecret(64) });
    expect(previousSecret).toBe(second);
    const last = await rotate(id, { overlapSeconds: 0 });
    expect(last).toEqual({ secret: expect.any(String), previousSecret: null, previousSecretUntil: null });
    expect(last.secret).not.toBe(third);
  });

  test('a rotation that is repeated with the same secret changes nothing', async () => {
    const { id } = await createSubscription(app.rest);
    const secret = newSecret();
    const first = await rotate(id, { secret });
    expect(await rotate(id, { secret, overlapSeconds: 0 })).toEqual(first);
    expect((await app.rest.get(`${base}/${id}`)).headers.get('etag')).toBe('"2"');
  });

  test('If-Match guards a rotation', async () => {
    const { id } = await createSubscription(app.rest);
    const { status } = await app.rest.post(`${base}/${id}/secret/rotate`, {}, { 'if-match': '"2"' });
    expect(status).toBe(412);
    expect((await app.rest.post(`${base}/${id}/secret/rotate`, undefined, { 'if-match': '"1"' })).status).toBe(200);
  });

  test('an update keeps it', async () => {
    const { id } = await createSubscription(app.rest);
    const rotated = await rotate(id);
    await app.rest.put(`${base}/${id}`, { name: 'Other' });
    expect(await read(id)).toEqual(rotated);
  });

  test.each([
    [{ secret: 'whsec_short' }, '/secret', 'format'],
    [{ secret: newSecret(23) }, '/secret', 'format'],
    [{ secret: newSecret(65) }, '/secret', 'format'],
    [{ secret: newSecret().replace('=', '') }, '/secret', 'format'],
    [{ secret: newSecret().slice(6) }, '/secret', 'format'],
    [{ secret: `whsec_${randomBytes(33).fill(0xfb).toString('base64url')}` }, '/secret', 'format'],
    [{ secret: '' }, '/secret', 'length'],
    [{ overlapSeconds: -1 }, '/overlapSeconds', 'range'],
    [{ overlapSeconds: 2_000_000_000 }, '/overlapSeconds', 'range'],
  ])('a rotation to %j is refused alike through both APIs, and repeats no secret', async (input, pointer, code) => {
    const { id } = await createSubscription(app.rest);
    const before = await read(id);
    const { status, body } = await app.rest.post(`${base}/${id}/secret/rotate`, input);
    expect([status, body.errors[0]?.pointer, body.errors[0]?.code]).toEqual([400, pointer, code]);
    const { errors } = await app.graphql.send(rotateMutation, { id, input });
    expect(errors?.[0]?.extensions.problem.errors).toEqual(body.errors);
    if ('secret' in input && input.secret !== '') expect(JSON.stringify([body, errors])).not.toContain(input.secret);
    expect(await read(id)).toEqual(before);
  });

  test.each([
    [nowhere, 404],
    ['nothing', 400],
  ])('of the subscription %s is refused alike through both APIs', async (id, status) => {
    const [shown, rotated] = [
      await app.rest.get(`${base}/${id}/secret`),
      await app.rest.post(`${base}/${id}/secret/rotate`),
    ];
    expect([shown.status, rotated.status]).toEqual([status, status]);
    for (const [operation, { body }] of [
      [readQuery, shown],
      [rotateMutation, rotated],
    ] as const) {
      const { errors } = await app.graphql.send(operation, { id });
      expect(errors?.[0]?.extensions.problem).toMatchObject({ code: body.code, detail: body.detail });
    }
  });
});

describe('a delivery', () => {
  let counter = 0;

  async function subscribe(): Promise<SubscriptionAnswer & { path: string }> {
    counter += 1;
    const path = `/signed-${counter}`;
    const input = {
      eventType: `signed.case_${counter}`,
      channel: 'webhook',
      channelConfig: { url: receiver.url + path },
    };
    return { ...(await createSubscription(app.rest, input)), path };
  }

  /** What arrives of a new event. */
  async function delivered({ eventType, path }: SubscriptionAnswer & { path: string }): Promise<ReceivedWebhook> {
    const event = await publish(app, eventType, { data: { note: 'Zoë – 好 🙂' } });
    await settledDelivery(app, event.id);
    const webhook = receiver.at(path).at(-1);
    if (webhook === undefined) throw new Error('nothing arrived');
    expect(webhook.headers['webhook-id']).toBe(event.id);
    return webhook;
  }

  /** What both verifiers say that receivers are likely to use. */
  const verifies = (secret: string | null, { body, headers }: ReceivedWebhook): boolean => {
    const [first, second] = [Webhook, SvixWebhook].map((Verifier) => {
      try {
        new Verifier(secret ?? '').verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
    if (first !== second) throw new Error('the verifiers of standardwebhooks and svix disagree');
    return first === true;
  };
  const signaturesOf = ({ headers }: ReceivedWebhook): string[] => String(headers['webhook-signature']).split(' ');

  test('is signed once, and only its own secret and its very bytes verify', async () => {
    const subscription = await subscribe();
    const { secret } = await read(subscription.id);
    const webhook = await delivered(subscription);
    expect(signaturesOf(webhook)).toHaveLength(1);
    expect(verifies(secret, webhook)).toBe(true);
    expect(verifies(newSecret(), webhook)).toBe(false);
    for (let at = 0; at < webhook.body.length; at += 1) {
      const body = `${webhook.body.slice(0, at)}~${webhook.body.slice(at + 1)}`;
      if (verifies(secret, { ...webhook, body })) throw new Error(`a change at ${at} is not noticed`);
    }
  });

  test('verifies with the old and with the new secret during an overlap, afterwards with the new one alone', async () => {
    const subscription = await subscribe();
    const { secret: old } = await read(subscription.id);
    const { secret } = await rotate(subscription.id, { overlapSeconds: 600 });
    const both = await delivered(subscription);
    expect([verifies(secret, both), verifies(old, both)]).toEqual([true, true]);
    const [newest = '', ...others] = signaturesOf(both);
    expect(others).toHaveLength(1);
    expect(verifies(secret, { ...both, headers: { ...both.headers, 'webhook-signature': newest } })).toBe(true);
    await sql`update notification_subscription set previous_secret_until = now() where id = ${subscription.id}`.execute(
      app.database.connection.kysely,
    );
    expect((await read(subscription.id)).previousSecret).toBeNull();
    const after = await delivered(subscription);
    expect([verifies(secret, after), verifies(old, after), signaturesOf(after).length]).toEqual([true, false, 1]);
  });

  test('is never signed with the old secret after a rotation without overlap', async () => {
    const subscription = await subscribe();
    const { secret: old } = await read(subscription.id);
    const { secret } = await rotate(subscription.id, { overlapSeconds: 0 });
    const webhook = await delivered(subscription);
    expect([verifies(secret, webhook), verifies(old, webhook)]).toEqual([true, false]);
  });
});

describe('signature headers', () => {
  const secret = newSecret();
  const accepted = (secondsOff: number): boolean => {
    const headers = signatureHeaders('event-1', '{}', [secret], new Date(Date.now() + secondsOff * 1_000));
    try {
      return new Webhook(secret).verify('{}', headers) !== undefined;
    } catch {
      return false;
    }
  };

  test('hold for five minutes around the time of sending', () => {
    expect([-302, -298, 0, 298, 302].map(accepted)).toEqual([false, true, true, true, false]);
  });

  test('are never without a signature', () => {
    expect(() => signatureHeaders('event-1', '{}', [], new Date())).toThrow('no secret');
    expect(() => signatureHeaders('event-1', '{}', [''], new Date())).toThrow('empty');
  });
});
