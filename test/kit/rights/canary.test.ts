import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';
import { dump } from '../../helpers/dump.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';

/** Secrets that are easy to find again, in whatever spelling. */
const secrets = [1, 2].map(
  (number) => `whsec_${Buffer.from(`canary-secret-${number}-${'x'.repeat(17)}`).toString('base64')}`,
);
const headerValue = 'Bearer canary/header+value?';
const marker = 'marker-that-is-no-secret';
const base = '/api/notifications/subscriptions';

const spellings = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  Buffer.from(text).toString('base64url'),
  Buffer.from(text).toString('hex'),
];
const bare = (secret: string): string => secret.replace(/^(whsec_|Bearer )/, '');

/** What a receiver may well tell of what it knows: the credentials with and without their prefix, in many spellings. */
const known = [...secrets, headerValue].flatMap((secret) => [secret, bare(secret)]).flatMap(spellings);
/** And the bytes of the secrets themselves. */
const canaries = [...known, ...secrets.flatMap((secret) => spellings(Buffer.from(bare(secret), 'base64').toString()))];
const found = (text: string): string[] => canaries.filter((canary) => text.includes(canary));

/** Fails, and gives back in its answer all that it was sent. */
const echo = createServer((request, response) => {
  const sent = Object.entries(request.headers).flat().join('\n');
  request.resume();
  response.writeHead(500).end([sent, encodeURIComponent(sent), ...known].join('\n'));
});

beforeAll(async () => {
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
});

afterAll(() => {
  echo.closeAllConnections();
  echo.close();
});

/** Answers of everything that touches secrets; those that are meant to show them are left out. */
async function useSecrets(app: TestApp): Promise<string> {
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/${marker}`;
  const channelConfig = { url, headers: { Authorization: headerValue } };
  const { id, eventType } = await createSubscription(app.rest, { name: marker, channel: 'webhook', channelConfig });
  for (const secret of secrets) await app.rest.post(`${base}/${id}/secret/rotate`, { secret });
  await app.rest.put(`${base}/${id}`, { name: `${marker} renamed` });
  const invalid = { Authorization: `${headerValue}\r\nx: y` };
  const refused = await app.rest.put(`${base}/${id}`, { channelConfig: { url, headers: invalid } });
  const unknown = await app.graphql.send(
    `mutation { rotateSubscriptionSecret(id: "${id}", input: { secret: "${secrets[0]}!" }) { subscriptionSecret { secret } } }`,
  );
  const delivery = await settledDelivery(app, (await publish(app, eventType)).id);
  expect([refused.status, unknown.errors?.length, delivery.status]).toEqual([400, 1, 'DEAD']);
  const log = await app.graphql.data(
    `{ deliveries { nodes { attempts { error response } event { payload } subscription { name } } }
       events { nodes { type payload } } subscriptions { nodes { id name eventType } } }`,
  );
  const events = await app.rest.get('/api/events');
  return JSON.stringify([refused, unknown, delivery, log, events]);
}

describe('with SECRET_KEY', () => {
  const app = useApp({ SECRET_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'debug' });

  test('no secret and no header value is in any table, log line, event or delivery', async () => {
    const answers = await useSecrets(app);
    const [tables, lines] = [await dump(app), app.log.join('\n')];
    expect([answers, tables].map((text) => text.includes(marker))).toEqual([true, true]);
    expect(answers).toContain('[redacted]');
    expect(lines).toContain('/secret/rotate');
    expect({ answers: found(answers), tables: found(tables), lines: found(lines) }).toEqual({
      answers: [],
      tables: [],
      lines: [],
    });
  });
});

describe('without SECRET_KEY', () => {
  const app = useApp({ LOG_LEVEL: 'debug' });

  test('they are in the row of the subscription, where this test finds them, and still nowhere else', async () => {
    const answers = await useSecrets(app);
    const tables = await dump(app);
    expect(found(tables)).toEqual(expect.arrayContaining([...secrets, headerValue]));
    await sql`delete from notification_subscription`.execute(app.database.connection.kysely);
    expect([found(answers), found(await dump(app)), found(app.log.join('\n'))]).toEqual([[], [], []]);
  });
});
