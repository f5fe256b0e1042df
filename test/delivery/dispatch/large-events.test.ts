import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { flood } from '../events/stream-harness.ts';
import { publish, settledDeliveries } from '../deliveries.ts';

const app = useApp();
const receiver = useReceiver();

async function subscribe(eventType: string, path: string): Promise<void> {
  const channelConfig = { url: `${receiver.url}${path}` };
  await createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig });
}

test('events of a megabyte are in memory eight at a time, and small ones do not wait for them', async () => {
  const hang = Promise.withResolvers<number>();
  receiver.answer = (path) => (path.startsWith('/large') ? hang.promise : 204);
  for (let at = 0; at < 24; at += 1) await subscribe('large.sent', `/large/${at}`);
  await subscribe('small.sent', '/small');
  const [large = ''] = await flood(app, 'large.sent', 1, 1_000_000);
  await sql`insert into fan_out (event_id) values (${large}::uuid)`.execute(app.database.connection.kysely);
  await publish(app, 'small.sent');
  const reached = (): number => receiver.received.filter(({ path }) => path.startsWith('/large')).length;
  await eventually(() => reached() === 8, { what: 'eight large requests', timeoutMs: 20_000 });
  for (let count = 2; count <= 10; count += 1) {
    await publish(app, 'small.sent');
    await eventually(() => receiver.at('/small').length === count, { what: 'a small delivery', timeoutMs: 20_000 });
  }
  expect(reached()).toBe(8);
  hang.resolve(204);
  const deliveries = await settledDeliveries(app, large, 24);
  expect(deliveries.map(({ status }) => status)).toEqual(Array(24).fill('DELIVERED'));
  const bodies = receiver.received.filter(({ path }) => path.startsWith('/large')).map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ id: large, data: { text: 'x'.repeat(1_000_000) } });
}, 60_000);
